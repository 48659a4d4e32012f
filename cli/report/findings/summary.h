// The summary line of a command that reports findings in files.
#pragma once

#include <string>
#include <string_view>

#include "cli/report/findings/reporter.h"

namespace structural::findings {

// The words of the summary. Plurals of the nouns end in s.
struct CountedWords {
  std::string_view finding;  // noun for a finding that is an error
  std::string_view thing;    // noun for an object of the command
  std::string_view done;     // what the command did with the objects
};
inline constexpr CountedWords kOfLinting = {"violation", "CRD", "checked"};

// Returns "2 violations and 1 warning in 1 of 3 files: 4 CRDs checked, 1 other document skipped". A failed run counts its
// failures, and does not say "no violations".
std::string Sentence(const Summary& summary, const CountedWords& words = kOfLinting);

}  // namespace structural::findings
