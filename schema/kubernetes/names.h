// What Kubernetes says of names: the reasons against one, none where it is fine.
//
// Upstream: apimachinery pkg/api/validate/content, pkg/util/validation (v0.37.2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::kubernetes {

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
