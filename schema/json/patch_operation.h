// The operations of a JSON Patch that are made here.
//
// Upstream: RFC 6902 (JSON Patch), without "test".
#pragma once

#include <string_view>

namespace structural::json {

enum class PatchOperation { kAdd, kReplace, kRemove, kMove, kCopy };

// "add", "replace", "remove", "move", "copy".
std::string_view NameOf(PatchOperation operation);

}  // namespace structural::json
