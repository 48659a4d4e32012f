// Patch: applies one operation of a JSON Patch to a Value.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/edit.h"
#include "document/edit/value.h"
#include "schema/base/result.h"

namespace structural::document {

// Applies the edit. On errors the value is unchanged: kUnprocessable if the place does not exist,
// kInvalidInput for a value that is not JSON or a path that is not a JSON Pointer.
//
// Upstream: RFC 6902 section 4.
base::Status Patch(const Edit& edit, Values& values, Value& root);

// Returns the number of edits at the start of `edits` that add members to the same parent with Place kInOrder; 1 if the
// first edit is of another kind.
std::size_t CountAddsToOneParent(std::span<const Edit> edits);

// Adds the members of the first CountAddsToOneParent(edits) edits together. (Added one by one, each would move all later
// members.) Returns the number of edits at the start of `edits` that were applied; Patch must apply the rest.
std::size_t PatchInOrder(std::span<const Edit> edits, Values& values, Value& root);

// The unescaped parts of a JSON Pointer.
using Tokens = std::vector<std::string>;

// Splits a JSON Pointer. Errors: kInvalidInput for a text that is not a JSON Pointer.
base::Result<Tokens> TokensOf(std::string_view pointer);

// Returns the kUnprocessable error for a pointer to a value that does not exist.
base::Error NotFoundError(const std::string& pointer);

// Returns the index of an element, or -1. `-` is the index after the last element.
std::ptrdiff_t IndexOf(std::string_view token, std::size_t size);

// Returns the index of an existing child, or -1.
std::ptrdiff_t ChildOf(const Value& value, std::string_view token);

// The values from the root to the parent of a pointer's value.
using PathValues = std::vector<Value*>;

// Returns nullopt if the parent does not exist. Precondition: `tokens` is not empty.
std::optional<PathValues> ValuesOnPath(const Tokens& tokens, Value& root);

// Marks all values on the path as changed, because a part of the last one has changed.
void MarkChanged(const PathValues& way);

// Replace: turns a value into another one and keeps as many of its parts as possible.
// `from` is new, and is used up. Equal parts stay with their text: members of the same key, and
// elements before and after those that differ. Returns whether something changed.
bool Replace(Value& value, Value& from);

}  // namespace structural::document
