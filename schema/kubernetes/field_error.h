// Errors about a field of an object, in Kubernetes' words:
//   spec.image: Invalid value: "x": must be a string
//
// Upstream: apimachinery pkg/util/validation/field/errors.go (v0.37.2).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// What Kubernetes says of names: the reasons against one, none where it is fine.
//
// Upstream: apimachinery pkg/api/validate/content, pkg/util/validation (v0.37.2).

using Reasons = std::vector<std::string>;

Reasons ValidateDNS1035Label(std::string_view name);
Reasons ValidateDNS1123Label(std::string_view name);
// Of custom resources.
Reasons ValidateDNS1123Subdomain(std::string_view name);
// Keys of labels and annotations, finalizers: "example.com/name".
Reasons ValidateQualifiedName(std::string_view name);
Reasons ValidateLabelValue(std::string_view value);
// What becomes part of a URL's path; of a prefix less is known.
Reasons ValidatePathSegmentName(std::string_view name, bool prefix);
// "group/version" or "version".
Reasons ValidateGroupVersion(std::string_view text);

}  // namespace structural::kubernetes
