// fieldsV1: the fields that a manager owns, as a tree. `f:spec` is a field, `k:{"name":"a"}` the
// item with these keys; what has nothing below it is owned as a whole, `.` beside others is the
// object itself.
//
// Upstream: structured-merge-diff/v4 fieldpath serialize.go, serialize-pe.go (v6.3.0).
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::webhook {

// "f:" and the key.
std::string_view FieldElement(std::string_view key, base::Arena& arena);

// That of a list's item in `owned`, which is of the list; empty where there is none.
std::string_view ItemElement(const json::Value& item, const json::Value& owned, base::Arena& arena);

void DropElement(std::string_view element, json::Value& owned);

// As a whole, if it is not there yet. `arena` must outlive `owned`, as the text must.
void AddElement(std::string_view element, json::Value& owned, base::Arena& arena);

}  // namespace structural::webhook
