// Finding: an error or a warning in a file, found by lint or by another command. Plain data.
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

// A text that is a string value in a file, such as the value of an annotation, and a position in this text.
struct TextInFile {
  std::string text;
  document::Position at;
};

// A position in a file whose column counts characters, and the same column counted in bytes, from 1.
struct TextPlace {
  document::Position at;
  std::uint32_t byte_column;
};

// A part of the file, from `begin` to before `end`, and the text that replaces it.
struct Replacement {
  TextPlace begin;
  TextPlace end;
  std::string new_text;
};

// A change of the file that fixes a finding.
struct SuggestedFix {
  std::string_view impact;  // class of the change, such as "same"; static storage duration
  std::string reason;
  std::vector<Replacement> replacements;  // in the order of their places in the file
};

struct Finding {
  std::string_view rule;  // id of the rule, from schema/crd/rules/catalog.h or rules.h; static storage duration
  Severity severity = Severity::kError;
  document::Position at;
  std::string crd;  // name of the CRD that has the error; may be empty
  // versions of the CRD that have the error; empty: the error is not about a version
  std::vector<std::string> versions;
  std::string path;  // path in the author's text, such as spec.validation.openAPIV3Schema.type
  // path with names instead of indexes, such as spec.versions[v1]; empty: same as `path`
  std::string named_path = {};
  std::string message;              // message without the path: "Required value: must not be empty at the root"
  std::string server_message;       // the API server's complete message; empty if the server reports nothing
  std::string source;               // the line of the file at `at`; of a long line, only the part around `at`
  std::uint32_t source_column = 1;  // column of `at` in `source`, from 1
  // For a finding in a string value, such as an annotation: the string, and the position in it. At first, `at` is the
  // start of the string. LintText replaces `at` by the position of the error itself, and resets `within`.
  std::optional<TextInFile> within;
  std::optional<SuggestedFix> fix;
};

// Returns "PATH: MESSAGE", or the message of a finding without a path.
std::string Text(const Finding& finding);

// Returns "IMPACT: REASON".
std::string Text(const SuggestedFix& fix);

// Returns the identity of a finding: rule, CRD, path with names instead of indexes, and message, separated by tabs. It
// does not depend on other parts of the file: if the message contains a number of bytes, a cost or a line number,
// kAnyMessage replaces the message.
inline constexpr std::string_view kAnyMessage = "*";
std::string Identity(const Finding& finding);

// Maximum memory in bytes of the findings of a file. Without this limit, a small file could need much memory, because
// an error of each of its objects can contain the values of a long enum.
inline constexpr std::size_t kMaxFindingBytes = std::size_t{32} << 20;

// A CRD that was checked.
struct LintedCrd {
  std::string name;
  document::Position at;
  std::size_t spec_hash;  // hash of the CRD's apiVersion and spec in JSON
};

// The findings in one file, and the counts of its documents.
struct FileReport {
  // Adds a finding. If the findings then use more than kMaxFindingBytes, replaces the last one by an error that further
  // findings are missing, and counts an unread document. Further calls do nothing.
  void Add(Finding finding);
  // Returns whether kMaxFindingBytes is exceeded. If so, further findings are dropped, so the rest of the file need not
  // be checked.
  bool full() const { return bytes_of_findings > kMaxFindingBytes; }

  std::string file;  // path of the file, as messages print it
  std::vector<Finding> findings;
  std::size_t bytes = 0;
  std::size_t crds = 0;  // number of checked CRDs
  std::vector<LintedCrd> checked_crds = {};
  std::size_t v1beta1_crds = 0;     // number of checked CRDs in v1beta1
  std::size_t other_documents = 0;  // number of documents that the command does not check
  // number of findings that CRDs' annotations suppress; they are not in `findings`
  std::size_t suppressed = 0;
  // number of documents that could not be read or decoded; each is also a finding
  std::size_t unread_documents = 0;
  cli::SkipReason skipped = cli::SkipReason::kNothing;
  // path of the Helm chart's archive that contains the file as a template; empty for other files
  std::string chart = {};
  std::size_t argument_index = 0;  // index of the command's path argument to which the file belongs
  std::size_t bytes_of_findings = 0;
};

// Returns the report of a file that cannot be read, or whose check causes an internal error. Its only finding has this
// message.
FileReport UnreadableFile(std::string file, std::string message);

}  // namespace structural::findings
