// Reads a Status object in protobuf.
#pragma once

#include <string_view>

#include "kube/transport/api_error.h"

namespace structural::kube {

// Reads the fields of an ApiError from a Status object in protobuf. Returns false if the body is not a Status.
// Precondition: the body is a base::ProtoObject.
//
// Upstream: apimachinery pkg/apis/meta/v1/generated.proto Status, StatusDetails, StatusCause (0.37.2).
bool ReadProtoStatus(std::string_view body, ApiError* error);

// Maximum number of causes that are read, and maximum number of bytes of each text. Those of API servers are much
// shorter.
inline constexpr std::size_t kMaxCauses = 100;
inline constexpr std::size_t kMaxErrorBytes = 16 * 1024;

// Returns the text. If it has more than kMaxErrorBytes bytes, cuts it there and appends "…".
std::string CutErrorText(std::string_view text);

}  // namespace structural::kube
