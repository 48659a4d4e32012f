// JSON Pointers into a Value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/edit/value.h"
#include "schema/base/result.h"

namespace structural::document {

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

}  // namespace structural::document
