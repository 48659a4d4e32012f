// The names of kinds in code.
#pragma once

#include <string>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/generate/words.h"

namespace structural::generate {

// A kind, and what it is called.
struct NamedKind {
  const Kind& kind;
  std::size_t index;  // in the order in which they came
  std::string name;
  std::string list;  // the kind of its lists
};

// Numbers behind names do not depend on the order in which the kinds came.
std::vector<NamedKind> NameKinds(const std::vector<const Kind*>& kinds, Names& names);

}  // namespace structural::generate
