// The formats of strings that the server knows.
#pragma once

#include <string_view>

namespace structural::objects {

struct Format {
  std::string_view name;  // without dashes
  bool (*fits)(std::string_view text);
};

// nullptr for a format that the server does not know. Dashes in the name do not count.
//
// Upstream: kube-openapi pkg/validation/strfmt; apiserver/validation/formats.go (v0.37.2).
const Format* FindFormat(std::string_view name);

}  // namespace structural::objects
