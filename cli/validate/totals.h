// Totals: what a run of `structural validate` comes to.
#pragma once

#include <cstddef>
#include <string>

#include "cli/findings/reporter.h"
#include "cli/validate/judge.h"

namespace structural::cli {

// Plain data.
struct Totals {
  findings::Summary files;  // `crds` are objects; `violations` are errors
  std::size_t creates = 0;
  std::size_t updates = 0;
  std::size_t missing = 0;  // objects without a CRD

  void Add(const JudgedFile& file);
};

// Of one file: "1 error, 2 objects: 1 create, 1 update".
std::string Outcome(const JudgedFile& file);

// "1 error in 2 files: 3 objects validated, 2 as updates, 1 without a CRD".
std::string Sentence(const Totals& totals);

}  // namespace structural::cli
