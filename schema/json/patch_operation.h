// The operations in JSON Patches that this project writes: all operations except "test".
//
// Upstream: RFC 6902 (JSON Patch), without "test".
#pragma once

#include <string_view>

namespace structural::json {

enum class PatchOperation { kAdd, kReplace, kRemove, kMove, kCopy };

// Returns the operation's name in a JSON Patch: "add", "replace", "remove", "move" or "copy".
inline std::string_view NameOf(PatchOperation operation) {
  switch (operation) {
    case PatchOperation::kAdd: return "add";
    case PatchOperation::kReplace: return "replace";
    case PatchOperation::kMove: return "move";
    case PatchOperation::kCopy: return "copy";
    case PatchOperation::kRemove: break;
  }
  return "remove";
}

}  // namespace structural::json
