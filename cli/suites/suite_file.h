// The test suites in a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/object_reader.h"
#include "document/document.h"
#include "schema/suite/case.h"

namespace structural::cli {

// A case, and where its parts are. A part that is not there is where the case begins.
struct PlacedCase {
  suite::Case test;
  std::string_view group;  // "onCreate", "onUpdate"; empty in our own form
  std::string pointer;     // a JSON Pointer into the document
  document::Position at;
  document::Position initial_at;
  document::Position updated_at;
  document::Position expected_at;
  document::Position error_at;
  document::Position status_error_at;
  std::vector<std::string> fields;  // that it has
  // Of the created object, in our own form; empty: of the only CRD.
  std::string api_version;
  std::string kind;

  bool Has(std::string_view field) const {
    return std::ranges::find(fields, field) != fields.end();
  }
};

enum class SuiteForm { kOpenShift, kOwn };

struct Suite {
  SuiteForm form;
  std::size_t document;  // of the file, from 0
  document::Position at;
  std::string name;
  std::string version;             // of the CRD; empty: its only one
  std::string crd_name;            // kOpenShift
  std::vector<std::string> gates;  // kOpenShift: feature gates
  std::vector<std::string> crds;   // kOwn: files and folders, seen from the file
  std::vector<PlacedCase> cases;
};

using SuiteProblem = InputProblem;

struct SuiteFile {
  std::vector<Suite> suites;
  std::vector<SuiteProblem> problems;
  std::size_t others = 0;  // documents that are no suites
};

// Whether there may be suites in a text; false is certain.
bool MayHaveSuites(std::string_view text);

// Reads all documents of a text. A suite with an error is left out.
SuiteFile ReadSuites(std::string_view text);

}  // namespace structural::cli
