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

  // Returns the name, or the name with the first number from 2 that makes it unique, and marks it as used.
  std::string Take(const std::string& name);

 private:
  std::map<std::string, int> taken_;  // the highest number that was tried for each
};

// The lines of a comment, without slashes.
using Lines = std::vector<std::string>;

// Returns the lines of a description without leading, trailing and repeated empty lines, trailing spaces, and
// characters that a comment cannot contain.
Lines LinesOf(std::string_view text);

// Appends each line as "// LINE".
void AppendComment(const Lines& lines, std::string_view indent, std::string& to);

// A kind and its names in code.
struct NamedKind {
  const Kind& kind;
  std::size_t index;  // position of the kind in the caller's list
  std::string name;
  std::string list;  // name of the kind of its lists, in code
};

// Returns the names of kinds. Numbers in unique names do not depend on the order of `kinds`.
std::vector<NamedKind> NameKinds(const std::vector<const Kind*>& kinds, Names& names);

}  // namespace structural::generate
