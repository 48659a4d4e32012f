// Warnings: what an API server tells its clients beside an answer, as that an API is deprecated.
//
// Upstream: apimachinery pkg/util/net/http.go ParseWarningHeaders; client-go rest/warnings.go
// WarningLogger (0.37).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::kube {

// The texts of an answer's Warning fields, in order; only those with the code that Kubernetes uses,
// 299. What follows a part that is no warning is left out. Differs: words are not decoded as
// RFC 2047 says, which Kubernetes does not use.
std::vector<std::string> ParseWarnings(std::string_view header);

}  // namespace structural::kube
