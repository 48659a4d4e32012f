// What linting a file finds. Plain data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/input_reader.h"
#include "document/document.h"

namespace structural::findings {

enum class Severity { kWarning, kError };

// "warning", "error".
std::string_view Name(Severity severity);

// A place in a text that a file holds as a string, as an annotation is.
struct Within {
  std::string text;
  document::Position at;
};

// A place in the file, with its column in bytes, too, from 1.
struct TextPlace {
  document::Position at;
  std::uint32_t byte_column;
};

// A part of the file to be replaced.
struct Replacement {
  TextPlace begin;
  TextPlace end;
  std::string with;
};

// What would mend a finding.
struct SuggestedFix {
  std::string what;                       // "same: …": what it costs, and why
  std::vector<Replacement> replacements;  // in the order of the file
};

struct Finding {
  std::string_view rule;  // static storage, as in schema/rules/catalog.h or rules.h
  Severity severity = Severity::kError;
  document::Position at;
  std::string crd;                    // its name; empty where there is none
  std::vector<std::string> versions;  // that it is about; empty: the whole CRD
  std::string path;     // as the author wrote it: spec.validation.openAPIV3Schema.type
  std::string named_path = {};  // the same by NamedPaths; empty: as `path`
  std::string message;  // "Required value: must not be empty at the root"
  std::string server;   // the whole text as the API server says it; empty where it says nothing
  std::string source;   // the line that `at` is in, or its part around there
  std::uint32_t source_column = 1;  // of `at` in the source
  // While the file's lines are not at hand: `at` is where the text begins.
  std::optional<Within> within;
  std::optional<SuggestedFix> fix;
};

// What makes a finding the same one after the file has changed around it: rule, CRD, path with names, and message,
// with tabs between them. The message is kAnyMessage where it counts bytes, costs or lines.
inline constexpr std::string_view kAnyMessage = "*";
std::string Identity(const Finding& finding);

// A CRD that was judged.
struct JudgedCrd {
  std::string name;
  document::Position at;
  std::size_t hash;  // of its apiVersion and spec as they are written
};

struct FileReport {
  std::string file;  // as messages name it
  std::vector<Finding> findings;
  std::size_t bytes = 0;
  std::size_t crds = 0;        // that were judged
  std::vector<JudgedCrd> judged = {};  // these
  std::size_t old_crds = 0;    // of these, in v1beta1
  std::size_t others = 0;      // documents of other kinds
  std::size_t suppressed = 0;  // findings that a CRD accepts: they are not among them
  std::size_t unread = 0;  // documents that could not be read or decoded: each is a finding, too
  cli::SkippedAs skipped = cli::SkippedAs::kNothing;
  std::string chart = {};  // the archive, of a template of a chart in it
  std::size_t argument = 0;  // which of the paths of the command it belongs to
};

}  // namespace structural::findings
