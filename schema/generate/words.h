// Names of properties as names in code.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/generate/kind.h"

namespace structural::generate {

// "apiVersion" -> "APIVersion", "pod-ips" -> "PodIPs": words capitalised, initialisms in capitals,
// what is no ASCII letter or digit left out. An X comes before a digit; "X" where nothing is left.
std::string ExportedName(std::string_view name);

// "Containers" -> "Container", "Policies" -> "Policy"; "Data" -> "DataItem".
std::string ElementName(const std::string& list);

// Names that are given out once each. Not thread-safe.
class Names {
 public:
  explicit Names(std::set<std::string> reserved) : taken_(std::move(reserved)) {}

  // The name, or with the first number from 2 on that makes it a new one.
  std::string Take(const std::string& name);

 private:
  std::set<std::string> taken_;
};

// Descriptions as the lines of a comment.

// Without slashes.
using Lines = std::vector<std::string>;

// Without empty lines at both ends, and one in the place of several; without spaces at their ends,
// and without what may not stand in a comment.
Lines LinesOf(std::string_view text);

// Each as "// LINE".
void AppendComment(const Lines& lines, std::string_view indent, std::string& to);

// The names of kinds in code.

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
