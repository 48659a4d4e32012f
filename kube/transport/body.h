// The body of an answer, handed over as it comes.
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

#include "kube/transport/exchange.h"
#include "kube/transport/on_bytes.h"
#include "schema/base/result.h"

namespace structural::kube {

// Hands the exchange's body to on_bytes, undoing its Content-Encoding ("", "identity" or "gzip").
// `deadline` says, before each wait, how long it may last. Ok at the end of the body, or when
// on_bytes wants no more. Errors: those of Exchange::Take and of on_bytes; kUnavailable: an
// encoding that nobody asked for, or broken gzip.
base::Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                      const std::function<Exchange::Clock::time_point()>& deadline,
                      std::stop_token stop, const OnBytes& on_bytes);

// An OnBytes that appends to *body: kLimitExceeded beyond max_bytes.
OnBytes AppendTo(std::string* body, size_t max_bytes);
// The same, which wants no more than max_bytes, and leaves the rest.
OnBytes FillUp(std::string* body, size_t max_bytes);

}  // namespace structural::kube
