// Names of properties and kinds as names in code.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/kind.h"

namespace structural::generate {

// Returns a name with capitalised words and initialisms in capitals: "APIVersion" for "apiVersion", "PodIPs" for
// "pod-ips". Drops all characters except ASCII letters and digits. Adds X before a leading digit; an empty name becomes
// "X".
std::string ExportedName(std::string_view name);

// Returns a name for the elements of a list: "Container" for "Containers", "Policy" for "Policies", "DataItem" for
// "Data".
std::string ElementName(const std::string& list);

// A set of used names. Not thread-safe.
class Names {
 public:
  explicit Names(std::initializer_list<const char*> reserved) {
    for (const char* name : reserved) taken_.emplace(name, 1);
  }

  // Returns the name if it is not used, otherwise the name with the first number from 2 that makes it unique. Marks the
  // result as used.
  std::string TakeUnique(const std::string& name);

 private:
  std::map<std::string, int> taken_;  // used names, each with the highest number that was tried for it
};

// The lines of a comment, without slashes.
using Lines = std::vector<std::string>;

// Returns the lines of a description. Removes empty lines at the beginning and end, repeated empty lines, and trailing
// spaces. Replaces by spaces the characters that are not allowed in a comment.
Lines LinesOf(std::string_view text);

// Appends each line as "// LINE".
void AppendComment(const Lines& lines, std::string_view indent, std::string& to);

// A kind and its names in code.
struct NamedKind {
  const Kind& kind;
  std::size_t index;  // index of the kind in the argument of NameKinds
  std::string name;
  std::string list_name;  // name, in code, of the kind's list type
};

// Returns the names of kinds, in the order of `kinds`. The names themselves do not depend on this order, even if
// numbers make them unique.
std::vector<NamedKind> NameKinds(const std::vector<const Kind*>& kinds, Names& names);

}  // namespace structural::generate
