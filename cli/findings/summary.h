// The summary line of a command that reports findings in files.
#pragma once

#include <string>
#include <string_view>

#include "cli/findings/reporter.h"

namespace structural::findings {

// The nouns of the summary. Plurals end in s.
struct CountedWords {
  std::string_view finding;  // for an error
  std::string_view thing;    // for the objects of the command
  std::string_view done;     // the command's action
};
inline constexpr CountedWords kOfLinting = {"violation", "CRD", "checked"};

// Returns "2 violations and 1 warning in 1 of 3 files: 4 CRDs checked, 1 other document skipped".
std::string Sentence(const Summary& summary, const CountedWords& words = kOfLinting);

}  // namespace structural::findings
