// The last line of what a command says of files.
#pragma once

#include <string>
#include <string_view>

#include "cli/findings/reporter.h"

namespace structural::findings {

// What a command counts. A plural has an s.
struct CountedWords {
  std::string_view finding;  // that is an error
  std::string_view thing;    // that it works on
  std::string_view done;     // what it does to it
};
inline constexpr CountedWords kOfLinting = {"violation", "CRD", "checked"};

// "2 violations and 1 warning in 1 of 3 files: 4 CRDs checked, 1 other document skipped".
std::string Sentence(const Summary& summary, const CountedWords& words = kOfLinting);

}  // namespace structural::findings
