// Patch: an edit of a Value, as JSON Patch has it.
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

// Errors leave the value as it was: kUnprocessable where the place is not there, kInvalidInput for
// a value that is no JSON or a path that is no pointer.
//
// Upstream: RFC 6902 section 4.
base::Status Patch(const Edit& edit, Values& values, Value& root);

// How many of the first edits add to one parent in the order of keys; 1 where the first does not.
std::size_t RunOf(std::span<const Edit> edits);

// Adds the members of a run at once: one by one each would move all that stand behind it. -> how
// many of the first edits were done; the others are for Patch.
std::size_t PatchInOrder(std::span<const Edit> edits, Values& values, Value& root);

// JSON Pointers into a Value.

// The parts of a pointer, as keys.
using Tokens = std::vector<std::string>;

// Errors: kInvalidInput where it is no pointer.
base::Result<Tokens> TokensOf(std::string_view pointer);

// kUnprocessable.
base::Error NotThere(const std::string& pointer);

// The index of an element; -1: none. `-` is the one behind the last.
std::ptrdiff_t IndexOf(std::string_view token, std::size_t size);

// Of a child that is there; -1: none.
std::ptrdiff_t ChildOf(const Value& value, std::string_view token);

// The values from the root to the parent of what a pointer names.
using Way = std::vector<Value*>;

// nullopt: there is no such parent. Precondition: the pointer is not the root's.
std::optional<Way> WayTo(const Tokens& tokens, Value& root);

// Something below the last of them has changed.
void MarkChanged(const Way& way);

// Replace: one value in place of another, with as much as possible of what was there.
// `from` is fresh, and is used up. What is equal in both stays as it was, with its text: members of
// the same key, and elements before and behind those that differ. True: something changed.
bool Replace(Value& value, Value& from);

}  // namespace structural::document
