// The unions that a schema declares, as the KEP "Union types" specifies them. docs/decisions/0014 says how
// contradictions in the KEP are resolved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

inline constexpr const char* kInsideCompositionError = "must not be inside allOf, anyOf, oneOf or not";

// Checks the unions that a schema declares, and those of all schemas inside it. `at` is the path of the schema, for
// errors. If the result is empty or contains only advice, the schema can be passed to Normalize. Precondition, not
// checked: the schema is structural.
UnionErrors CheckUnions(const json::Value& schema, const std::string& at = {});

// Returns the unions that the schema `node` declares, without those of schemas inside it. The unions point into the
// schema. Precondition: CheckUnions returned only advice.
std::vector<Union> UnionsOf(const json::Value& node);

// Returns the value of kFieldsToDiscriminateBy or, if it is missing, of kFieldsKeyword in a declared union; nullptr if
// both are missing.
const json::Value* FieldsOf(const json::Value& declared);

// The keyword x-kubernetes-unions of a schema. Valid only during the call of `visit`.
struct DeclaredUnions {
  const json::Value& schema;  // the schema that contains the keyword
  const json::Value& list;    // the keyword's value: any value except null
  const std::string& path;    // path of the keyword
  bool in_composition;        // whether the schema is inside allOf, anyOf, oneOf or not
};

// Calls `visit` for the keyword x-kubernetes-unions of the schema at the path `at`, and of all schemas inside it,
// including those in allOf, anyOf, oneOf and not.
void ForEachUnionList(const json::Value& schema, const std::string& at,
                      const std::function<void(const DeclaredUnions&)>& visit);

// Checks `list` as the x-kubernetes-unions of `schema`, which is not required to contain the list: it can come from the
// annotation. Appends errors to `found`. `at` is the path of the list. Does not check schemas inside `schema`. Pure.
void CheckUnionList(const json::Value& schema, const json::Value& list, const std::string& at, UnionErrors& found);

}  // namespace structural::unions::kep
