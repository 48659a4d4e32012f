#include "schema/json/patch_operation.h"

namespace structural::json {

std::string_view NameOf(PatchOperation operation) {
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
