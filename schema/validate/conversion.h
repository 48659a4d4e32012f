// The configuration of calls to a webhook.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/validate/context.h"

namespace structural::validate {

// Returns the reason why the bytes contain no certificate authority; nullopt if they do. Only the outermost ASN.1
// element of a certificate is checked.
//
// Upstream: apiserver pkg/util/webhook/validation.go ValidateCABundle, client-go
// transport/transport.go rootCertPool (v0.37.2).
std::optional<std::string> CABundleError(std::string_view bytes);

}  // namespace structural::validate
