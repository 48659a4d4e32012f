// Reads the test suites in a file.
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

// The places of a request of a case, and of its parts. If the request lacks a part, the place of this part is that of
// the request.
struct PlacedRequest {
  document::Position at;
  document::Position body_at;
  document::Position error_at;
  document::Position conflicts_at;
  document::Position owners_at;
  document::Position expected_at;
  std::vector<std::string> fields;  // names of the fields that the request has
};

// A case, and the places of its parts. If the case lacks a part, the place of this part is that of the case.
struct PlacedCase {
  suite::Case test;
  std::string_view group;  // "onCreate" or "onUpdate" in OpenShift's format; otherwise empty
  std::string pointer;     // JSON Pointer of the case in the document
  document::Position at;
  document::Position initial_at;
  document::Position updated_at;
  document::Position expected_at;
  document::Position error_at;
  document::Position status_error_at;
  std::vector<std::string> fields;           // names of the fields that the case has
  std::vector<PlacedRequest> requests = {};  // places of the requests in `test`
  // The apiVersion and kind of the object that the case creates, in structural's own format. Empty: the object has the
  // apiVersion and kind of the suite's only CRD.
  std::string api_version;
  std::string kind;
};

// Returns whether a case or request has a field. `placed` is a PlacedCase or a PlacedRequest.
template <typename PlacedItem>
bool Has(const PlacedItem& placed, std::string_view field) {
  return std::ranges::find(placed.fields, field) != placed.fields.end();
}

// The format of a suite. kStructural: the own format of this program (docs/test.md).
enum class SuiteForm { kOpenShift, kStructural };

struct Suite {
  SuiteForm form;
  std::size_t document;  // index of the document in the file, from 0
  document::Position at;
  std::string name;
  std::string version;             // version of the CRD; empty if the CRD has only one version
  std::string crd_name;            // name of the CRD; set with kOpenShift only
  std::vector<std::string> gates;  // feature gates; set with kOpenShift only
  std::vector<std::string> crds;   // files and folders relative to the suite's file; set with kStructural only
  std::vector<PlacedCase> cases;
};

using SuiteProblem = InputProblem;

struct SuiteFile {
  std::vector<Suite> suites;
  std::vector<SuiteProblem> problems;
  std::size_t other_documents = 0;  // number of documents that are not suites
};

// Returns false if the text certainly contains no suites; true if it may contain some.
bool MayHaveSuites(std::string_view text);

// Reads all documents of a text. Does not return suites with errors; their errors are in `problems`.
SuiteFile ReadSuites(std::string_view text);

}  // namespace structural::cli
