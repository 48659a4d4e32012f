#include "kube/transport/body.h"

#include <optional>
#include <string>

#include "kube/transport/inflater.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// Feeds every piece to `take`, until it wants no more. True: to the end of the body.
Result<bool> Drain(Exchange& exchange, const std::function<Exchange::Clock::time_point()>& deadline,
                   std::stop_token stop, const OnBytes& take) {
  for (std::string bytes;;) {
    Result<bool> more = exchange.Take(&bytes, deadline(), stop);
    if (!more.ok()) return more;
    if (!*more) return true;
    Result<bool> wanted = take(bytes);
    if (!wanted.ok() || !*wanted) return wanted;
  }
}

}  // namespace

Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                const std::function<Exchange::Clock::time_point()>& deadline, std::stop_token stop,
                const OnBytes& on_bytes) {
  if (content_encoding.empty() || content_encoding == "identity") {
    const Result<bool> drained = Drain(exchange, deadline, stop, on_bytes);
    return drained.ok() ? base::Ok() : Status(drained.error());
  }
  if (content_encoding != "gzip") {
    return Error(ErrorCode::kUnavailable,
                 "the response has a Content-Encoding that was not requested");
  }
  Inflater inflater;
  const Result<bool> drained = Drain(exchange, deadline, stop, [&](std::string_view piece) {
    return inflater.Feed(piece, on_bytes);
  });
  if (!drained.ok()) return drained.error();
  return *drained ? inflater.End() : base::Ok();
}

OnBytes AppendTo(std::string* body, size_t max_bytes) {
  return [body, max_bytes](std::string_view bytes) -> Result<bool> {
    if (body->size() + bytes.size() > max_bytes) {
      return Error(ErrorCode::kLimitExceeded,
                   "the answer has more than " + std::to_string(max_bytes) + " bytes");
    }
    *body += bytes;
    return true;
  };
}

OnBytes FillUp(std::string* body, size_t max_bytes) {
  return [body, max_bytes](std::string_view bytes) -> Result<bool> {
    *body += bytes.substr(0, max_bytes - body->size());
    return body->size() < max_bytes;
  };
}

}  // namespace structural::kube
