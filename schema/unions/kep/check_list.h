// CheckList: the unions of one schema, wherever it is said that it has them.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {

// Appends what is wrong with `list` as the x-kubernetes-unions of `schema`, with paths below `at`,
// which is that of the list. Pure. Does not look at schemas below this one.
void CheckList(const json::Value& schema, const json::Value& list, const std::string& at,
               UnionErrors& found);

}  // namespace structural::unions::kep
