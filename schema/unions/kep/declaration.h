// The unions that a schema declares, as the KEP "Union types" specifies them. docs/decisions/0014 says how
// contradictions between its texts are resolved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

inline constexpr const char* kInsideCompositionError = "must not be inside allOf, anyOf, oneOf or not";

// Checks the unions of a schema in JSON at the path `at`, and of all schemas inside it. Normalize accepts these
// unions if the result is empty or contains only advice. Precondition, not checked: the schema is structural.
UnionErrors CheckUnions(const json::Value& schema, const std::string& at = {});

// Returns the unions of one schema, without those inside it. They point into the schema. Precondition: CheckUnions
// returned only advice.
std::vector<Union> UnionsOf(const json::Value& node);

// Returns the fields of a union in either spelling, kFieldsToDiscriminateBy or kFields; nullptr if it has none.
const json::Value* FieldsOf(const json::Value& declared);

// One x-kubernetes-unions of a schema. Valid only during the visit.
struct DeclaredUnions {
  const json::Value& schema;  // the schema that contains the list
  const json::Value& list;    // any value except null
  const std::string& path;
  bool in_composition;
};

// Visits each x-kubernetes-unions of the schema at the path `at`, and of all schemas inside it, including those in
// allOf, anyOf, oneOf and not.
void ForEachList(const json::Value& schema, const std::string& at,
                 const std::function<void(const DeclaredUnions&)>& visit);

// Checks `list` as the x-kubernetes-unions of `schema`, even if `schema` itself does not contain it. Appends errors to
// `found`. `at` is the path of the list. Does not check schemas inside `schema`. Pure.
void CheckList(const json::Value& schema, const json::Value& list, const std::string& at, UnionErrors& found);

}  // namespace structural::unions::kep
