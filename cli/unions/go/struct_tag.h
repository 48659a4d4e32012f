// The tag of a field: `json:"name,omitempty" yaml:"…"`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go_source {

struct JsonTag {
  std::string name;  // empty: it gives none
  bool inlined = false;
  bool omitted = false;  // omitempty, omitzero
};

// What it says under the key json; nullopt: nothing.
//
// Upstream: Go reflect.StructTag.Lookup (Go 1.26).
std::optional<JsonTag> ReadJsonTag(std::string_view tag);

}  // namespace structural::go_source
