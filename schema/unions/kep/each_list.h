// ForEachList: every x-kubernetes-unions in a schema.
#pragma once

#include <functional>
#include <string>

#include "schema/json/value.h"

namespace structural::unions::kep {

// Valid while it is visited.
struct ListAt {
  const json::Value& schema;  // that it stands in
  const json::Value& list;    // whatever it is, but for null
  const std::string& path;
  bool in_junctor;
};

// Visits those of the schema, which is at the path `at`, and of all schemas below it, junctors
// included.
void ForEachList(const json::Value& schema, const std::string& at,
                 const std::function<void(const ListAt&)>& visit);

}  // namespace structural::unions::kep
