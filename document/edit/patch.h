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

// Applies the edit to `root`. If it fails, `root` is unchanged. Errors: kUnprocessable if the place does not exist;
// kInvalidInput for a value that is not JSON or a path that is not a JSON Pointer; kLimitExceeded for a value that is
// nested too deep.
//
// Upstream: RFC 6902 section 4.
base::Status Patch(const Edit& edit, Values& values, Value& root);

// Returns the number of edits at the start of `edits` that add members to the same object at the place kInOrder; 1 if
// the first edit is of another kind.
std::size_t CountAddsToOneParent(std::span<const Edit> edits);

// Adds the members of all edits to their common parent in one step, which moves each later member only once.
// Returns the number of edits at the start of `edits` that were applied, which can be 0; Patch must apply the rest.
// Precondition: CountAddsToOneParent returned the number of `edits`.
std::size_t PatchInOrder(std::span<const Edit> edits, Values& values, Value& root);

// The unescaped parts of a JSON Pointer.
using Tokens = std::vector<std::string>;

// Splits a JSON Pointer. Errors: kInvalidInput for a text that is not a JSON Pointer.
base::Result<Tokens> TokensOf(std::string_view pointer);

// Returns the kUnprocessable error for a pointer to a value that does not exist.
base::Error NotFoundError(const std::string& pointer);

// Returns the index that a token of a JSON Pointer means in a list of `size` elements. `-` and `size` itself mean the
// place after the last element. Returns -1 for a greater number, and for a text that is not a number.
std::ptrdiff_t IndexOf(std::string_view token, std::size_t size);

// Returns the index of the member or element that the token names; -1 if it does not exist.
std::ptrdiff_t ChildOf(const Value& value, std::string_view token);

// The values on the path of a JSON Pointer: the root, its child, and so on, up to the parent of the value it points to.
using PathValues = std::vector<Value*>;

// Returns the values on the path; nullopt if the parent does not exist. Precondition: `tokens` is not empty.
std::optional<PathValues> ValuesOnPath(const Tokens& tokens, Value& root);

// Marks all values on the path as changed. Must be called after a child of the last one was changed.
void MarkChanged(const PathValues& path_values);

// Makes `value` equal to `from`, and keeps the parts that are equal already, so that their text in the document stays.
// These are equal members with the same key, and the equal elements at the start and at the end of a list. Moves parts
// of `from` into `value`; `from` must not be used afterwards. Returns false if both were equal already.
bool Replace(Value& value, Value& from);

}  // namespace structural::document
