// Undecided: where normalisation could not tell which field of a union is meant.
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"

namespace structural::unions::kep {

// A union of which more than one field is set.
struct UndecidedUnion {
  std::string path;  // of the object that has the fields: "spec.sources[0]"; empty: the root
  std::vector<std::string> fields;
};

// All of them in a value, at every depth. Pure. Precondition: as for Normalize.
std::vector<UndecidedUnion> Undecided(const json::Value& value, const json::Value& schema);

}  // namespace structural::unions::kep
