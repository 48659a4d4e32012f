// Errors about a field of an object, in Kubernetes' words:
//   spec.image: Invalid value: "x": must be a string
//
// Upstream: apimachinery pkg/util/validation/field/errors.go (v0.37.2).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schema/json/value.h"

namespace structural::kubernetes {

// `field` is what ObjectPath::Field gives.
std::string RequiredError(std::string_view field, std::string_view detail = {});
std::string InvalidError(std::string_view field, const json::Value& bad, std::string_view detail);
std::string DuplicateError(std::string_view field, const json::Value& bad);
std::string NotSupportedError(std::string_view field, const json::Value& bad,
                              std::span<const std::string> supported);
std::string TooLongError(std::string_view field, std::int64_t most);
std::string TooManyError(std::string_view field, std::int64_t actual, std::int64_t most);

}  // namespace structural::kubernetes
