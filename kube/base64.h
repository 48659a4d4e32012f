// Base64, as the data fields of a kubeconfig use it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::kube {

// Standard alphabet with padding; white space between the letters is passed over. None: not base64.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace structural::kube
