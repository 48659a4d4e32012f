// Finding: a finding of lint. Plain data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/input_reader.h"
#include "document/document.h"

namespace structural::findings {

enum class Severity { kWarning, kError };

// Returns "warning" or "error".
std::string_view Name(Severity severity);

// A text that is a string value in a file, such as an annotation, and a position in this text.
struct TextInFile {
  std::string text;
  document::Position at;
};

// A position in the file, and its column counted in bytes, from 1.
struct TextPlace {
  document::Position at;
  std::uint32_t byte_column;
};

// A part of the file, and the text that replaces it.
struct Replacement {
  TextPlace begin;
  TextPlace end;
  std::string with;
};

// A fix of a finding.
struct SuggestedFix {
  std::string what;                       // class and reason of the change: "same: …"
  std::vector<Replacement> replacements;  // replacements in the order of the file
};

struct Finding {
  std::string_view rule;  // static storage duration, from schema/crd/rules/catalog.h or rules.h
  Severity severity = Severity::kError;
  document::Position at;
  std::string crd;                    // name of the CRD; may be empty
  std::vector<std::string> versions;  // affected versions; empty: the whole CRD
  std::string path;                   // path as the author wrote it: spec.validation.openAPIV3Schema.type
  std::string named_path = {};        // path with names instead of indexes (NamedPaths); empty: same as `path`
  std::string message;                // "Required value: must not be empty at the root"
  std::string server;                 // the API server's complete message; empty if the server reports nothing
  std::string source;                 // the line of `at`, or its part around `at`
  std::uint32_t source_column = 1;    // column of `at` in `source`
  // The embedded text that contains the finding, and the position in this text. LintText resets it after it has set
  // `at`; before, `at` is the start of the text in the file.
  std::optional<TextInFile> within;
  std::optional<SuggestedFix> fix;
};

// Returns "PATH: MESSAGE", or the message of a finding without a path.
std::string Text(const Finding& finding);

// Returns the identity of a finding: rule, CRD, path with names, and message, separated by tabs. It stays the same
// after changes in other parts of the file. The message is kAnyMessage if it contains numbers of bytes, costs or lines,
// which such changes can affect.
inline constexpr std::string_view kAnyMessage = "*";
std::string Identity(const Finding& finding);

// Maximum memory of the findings of a file. Without it, each object of a file could add an error that prints a whole
// enum.
inline constexpr std::size_t kMaxFindingBytes = std::size_t{32} << 20;

// A CRD that was checked.
struct LintedCrd {
  std::string name;
  document::Position at;
  std::size_t hash;  // hash of the CRD's apiVersion and spec as written
};

struct FileReport {
  // Adds a finding while all findings use at most kMaxFindingBytes. The first finding above this limit is replaced by
  // an error that further findings are missing, and the file counts as unread.
  void Add(Finding finding);
  // Returns whether further findings are dropped; then the rest of the file need not be checked.
  bool full() const { return bytes_of_findings > kMaxFindingBytes; }

  std::string file;  // path of the file, as messages print it
  std::vector<Finding> findings;
  std::size_t bytes = 0;
  std::size_t crds = 0;                 // number of checked CRDs
  std::vector<LintedCrd> checked = {};  // the checked CRDs
  std::size_t old_crds = 0;             // number of checked CRDs in v1beta1
  std::size_t others = 0;               // number of documents of kinds other than CRDs
  std::size_t suppressed = 0;           // findings that a CRD's annotation suppresses, not in `findings`
  std::size_t unread = 0;               // documents that could not be read or decoded; each is also a finding
  cli::SkipReason skipped = cli::SkipReason::kNothing;
  std::string chart = {};    // path of the archive with the chart, if the file is a template in it; may be empty
  std::size_t argument = 0;  // index of the command's path argument to which the file belongs
  std::size_t bytes_of_findings = 0;
};

// Returns the report of a file that cannot be read, or that causes an internal error.
FileReport UnreadableFile(std::string file, std::string message);

}  // namespace structural::findings
