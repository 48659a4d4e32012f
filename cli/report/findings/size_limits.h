// The size limits of kubectl, the API server and etcd for a CRD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/finding.h"

namespace structural::findings {

struct SizeError {
  std::string_view rule;
  Severity severity;
  std::string path;
  std::string message;
};

// Returns the exceeded limits of a CRD in JSON without spaces, as kubectl sends it. Pure; linear in
// the text.
//
// Upstream: apiserver pkg/server/config.go MaxRequestBodyBytes; apimachinery
// pkg/api/validation/objectmeta.go TotalAnnotationSizeLimitB; kubectl pkg/util/apply.go GetModifiedConfiguration
// (v0.37.2); go.etcd.io/etcd/server embed/config.go DefaultMaxRequestBytes.
std::vector<SizeError> SizeErrors(std::string_view json);

}  // namespace structural::findings
