// The schemas of a CRD, wherever they stand.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Calls visit(schema, pointer) for that of all versions and for each version's own. Precondition:
// spec is an object.
template <typename Visit>
void ForEachSchema(json& crd, Visit visit) {
  const auto inside = [&](json& holder, const char* key, const std::string& at) {
    json* around = Find(holder, key);
    json* schema = around == nullptr ? nullptr : Find(*around, "openAPIV3Schema");
    if (schema != nullptr) visit(*schema, Below(Below(at, key), "openAPIV3Schema"));
  };
  inside(crd["spec"], "validation", "/spec");
  json* versions = Find(crd["spec"], "versions");
  if (versions == nullptr || !versions->is_array()) return;
  std::size_t index = 0;
  for (json& version : *versions) inside(version, "schema", Below("/spec/versions", index++));
}

}  // namespace structural::fix
