// The unions that a schema declares, as the KEP "Union types" has them. docs/decisions/0014 tells
// how the texts are read where they contradict each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

inline constexpr const char* kInJunctor = "must not be inside allOf, anyOf, oneOf or not";

// What there is to say of the unions of a schema in JSON, which is at the path `at`, and of all
// schemas below it. Nothing, or nothing but advice: Normalize can use them. Does not tell whether
// the schema is structural, which it must be.
UnionErrors CheckUnions(const json::Value& schema, const std::string& at = {});

// The unions of one node. Precondition: CheckUnions had nothing but advice. Points into the schema.
std::vector<Union> UnionsOf(const json::Value& node);

// The members of a union by either of its names; nullptr where it has none.
const json::Value* FieldsOf(const json::Value& declared);

// ForEachList: every x-kubernetes-unions in a schema.

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

// CheckList: the unions of one schema, wherever it is said that it has them.
// Appends what is wrong with `list` as the x-kubernetes-unions of `schema`, with paths below `at`,
// which is that of the list. Pure. Does not look at schemas below this one.
void CheckList(const json::Value& schema, const json::Value& list, const std::string& at,
               UnionErrors& found);

}  // namespace structural::unions::kep
