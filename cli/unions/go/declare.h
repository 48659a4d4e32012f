// What the unions of Go types are as a declaration for CRDs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/unions/go/unions.h"

namespace structural::go_source {

// Unions, by the name of the struct that they are of.
struct NamedUnions {
  std::string name;
  std::vector<GoUnion> unions;
};

// Those of all structs, in the order of their names.
std::vector<NamedUnions> ByType(const Package& package, Diagnostics& diagnostics);

// Those of the schema of a kind, by JSON Pointers from its root: fields are properties, elements of
// slices items, those of maps additionalProperties. Types of other packages have none. `name` may
// be empty: then it is the kind that embeds TypeMeta and ObjectMeta and has any; it is an error if
// there are several.
std::map<std::string, std::vector<GoUnion>> ByPointer(const Package& package,
                                                      const std::string& name,
                                                      Diagnostics& diagnostics);

}  // namespace structural::go_source
