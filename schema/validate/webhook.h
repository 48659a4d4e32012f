// How a webhook is called.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/validate/context.h"

namespace structural::validate {

// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceConversion and
// apiserver pkg/util/webhook/validation.go ValidateWebhookURL, ValidateWebhookService (v0.37.2).
void ValidateWebhookClientConfig(const Context& in, const Value& config, const FieldPath& path);

// Why no certificate authority can be read from these bytes; nullopt where one can. A certificate
// is taken for right where its outermost ASN.1 element is.
//
// Upstream: apiserver pkg/util/webhook/validation.go ValidateCABundle, client-go
// transport/transport.go rootCertPool (v0.37.2).
std::optional<std::string> CABundleError(std::string_view bytes);

}  // namespace structural::validate
