// Reads a Status object in protobuf.
#pragma once

#include <string_view>

#include "kube/transport/api_error.h"

namespace structural::kube {

// Reads the fields of ApiError. Returns false if the body, which must be a base::ProtoObject, is not a Status.
//
// Upstream: apimachinery pkg/apis/meta/v1/generated.proto Status, StatusDetails, StatusCause (0.37.2).
bool ReadProtoStatus(std::string_view body, ApiError* error);

// Maximum number of causes that are read, and maximum bytes of each text; a server's own are much shorter.
inline constexpr std::size_t kMaxCauses = 100;
inline constexpr std::size_t kMaxErrorBytes = 16 * 1024;

// Returns the text, cut to kMaxErrorBytes.
std::string CutErrorText(std::string_view text);

}  // namespace structural::kube
