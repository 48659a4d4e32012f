// Checks the size of a CRD against the limits of kubectl, the API server and etcd.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/finding.h"

namespace structural::findings {

// An exceeded limit.
struct SizeError {
  std::string_view rule;
  Severity severity;
  std::string path;
  std::string message;
};

// Returns the limits that a CRD exceeds. `json` is the CRD without spaces between tokens, as kubectl sends it. Pure;
// the time is linear in the text's size.
//
// Upstream: apiserver pkg/server/config.go MaxRequestBodyBytes; apimachinery
// pkg/api/validation/objectmeta.go TotalAnnotationSizeLimitB; kubectl pkg/util/apply.go GetModifiedConfiguration
// (v0.37.2); go.etcd.io/etcd/server embed/config.go DefaultMaxRequestBytes.
std::vector<SizeError> SizeErrors(std::string_view json);

}  // namespace structural::findings
