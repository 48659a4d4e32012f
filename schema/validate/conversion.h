// CABundleError checks the CA bundle in the client configuration of a webhook.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/validate/context.h"

namespace structural::validate {

// Returns the reason why a CA bundle contains no certificate; nullopt if it contains one. Of a certificate, only the
// outermost ASN.1 element is checked.
//
// Upstream: apiserver pkg/util/webhook/validation.go ValidateCABundle, client-go
// transport/transport.go rootCertPool (v0.37.2).
std::optional<std::string> CABundleError(std::string_view bytes);

}  // namespace structural::validate
