// What turns one JSON value into another: JSON Patch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "schema/json/patch_operation.h"

namespace structural::fix {

// One operation (RFC 6902) at a JSON Pointer (RFC 6901).
struct Edit {
  using Kind = json::PatchOperation;

  Kind kind;
  std::string path;
  std::string value = {};  // JSON text, for kAdd and kReplace; else empty
  std::string from = {};   // a JSON Pointer, for kMove and kCopy
  std::string after = {};  // the member that a new one should stand behind, if one is known
};

// The pointer of a member or element below another: `key` is escaped.
std::string Below(std::string_view pointer, std::string_view key);
std::string Below(std::string_view pointer, std::size_t index);

// As few edits as lead from one to the other, member by member; of two lists what they have in
// common at their ends stays. In the order in which they are to be applied.
std::vector<Edit> Difference(const nlohmann::json& from, const nlohmann::json& to);

}  // namespace structural::fix
