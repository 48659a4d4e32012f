// The unions that a schema declares, as the KEP "Union types" has them. docs/decisions/0014 tells
// how the texts are read where they contradict each other.
#pragma once

#include <string>
#include <vector>

#include "schema/ops/value.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

// What is wrong with the unions of a schema in JSON and all schemas below it, each with its place:
// `properties[a].x-kubernetes-unions[0].discriminator: …`. Empty: nothing is. Does not tell whether
// the schema is structural, which it must be.
std::vector<std::string> CheckUnions(const ops::Value& schema);

// The unions of one node. Precondition: CheckUnions had no objection. Points into the schema.
std::vector<Union> UnionsOf(const ops::Value& node);

// The members of a union by either of its names; nullptr where it has none.
const ops::Value* FieldsOf(const ops::Value& declared);

}  // namespace structural::unions::kep
