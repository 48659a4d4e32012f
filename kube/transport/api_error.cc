#include "kube/transport/api_error.h"

#include <algorithm>
#include <charconv>

#include <simdjson.h>

#include "kube/config/secrets.h"
#include "kube/transport/proto_status.h"
#include "schema/base/proto_object.h"

namespace structural::kube {
namespace {

using base::ErrorCode;

constexpr size_t kExcerptBytes = 200;
constexpr int kPartialContent = 206;

std::chrono::seconds AtMostTheLongest(int64_t seconds) {
  return std::chrono::seconds(std::min<int64_t>(seconds, kMaxRetryAfter.count()));
}

std::string_view WordsFor(int status) {
  switch (status) {
    case kPartialContent:
      return "partial content, although the request is for all of it; check the proxy before the server";
    case 301:
    case 302:
    case 303:
    case 307:
    case 308: return "the server answered with a redirect, which is not followed";
    case 400: return "bad request";
    case 401: return "unauthorized: the credentials were not accepted";
    case 403: return "forbidden";
    case 404: return "not found";
    case 409: return "conflict";
    case 410: return "gone";
    case 413: return "the request is too large";
    case 415: return "unsupported media type";
    case 422: return "unprocessable entity";
    case 429: return "too many requests";
    case 500: return "internal server error";
    case 503: return "service unavailable";
    case 504: return "gateway timeout";
    default: return "unexpected answer";
  }
}

// Returns whether the error says that the requested resourceVersion is newer than the server's state. Servers from
// 1.18.6 report this as a cause, older ones only in the message.
bool IsVersionTooLarge(const ApiError& error) {
  constexpr std::string_view kWords = "Too large resource version";
  const bool said = error.reason == "Timeout" && error.message.find(kWords) != std::string::npos;
  return said || std::any_of(error.causes.begin(), error.causes.end(), [&](const auto& cause) {
           return cause.reason == "ResourceVersionTooLarge" || (error.reason == "Timeout" && cause.message == kWords);
         });
}

ErrorCode CodeFor(const ApiError& error) {
  if (IsVersionTooLarge(error)) return ErrorCode::kVersionTooLarge;
  if (error.reason == "Expired" || error.reason == "Gone") return ErrorCode::kGone;
  switch (error.status) {
    case 401: return ErrorCode::kUnauthorized;
    case 403: return ErrorCode::kForbidden;
    case 404: return ErrorCode::kNotFound;
    case 409: return ErrorCode::kConflict;
    case 410: return ErrorCode::kGone;
    case 413: return ErrorCode::kLimitExceeded;
    case 422: return ErrorCode::kUnprocessable;
    case 429: return ErrorCode::kTooManyRequests;
    default: return error.status >= 500 ? ErrorCode::kServerError : ErrorCode::kBadRequest;
  }
}

// Returns the beginning of a body, on one line, for errors about a body that is not a Status.
std::string Excerpt(std::string_view body) {
  // Hides secrets before the text is cut, because Hide may not find a secret that was cut off.
  const std::string shown = Secrets::OfProcess().Hide(body.substr(0, kMaxErrorBytes));
  std::string text = shown.substr(0, kExcerptBytes);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return shown.size() > kExcerptBytes ? text + "…" : text;
}

std::string Member(simdjson::dom::element status, std::string_view key) {
  std::string_view value;
  if (status[key].get(value) != simdjson::SUCCESS) return {};
  return CutErrorText(value);
}

void ReadDetails(simdjson::dom::element details, ApiError* error) {
  int64_t seconds = 0;
  if (details["retryAfterSeconds"].get(seconds) == simdjson::SUCCESS && seconds > 0) {
    error->retry_after = AtMostTheLongest(seconds);
  }
  simdjson::dom::array causes;
  if (details["causes"].get(causes) != simdjson::SUCCESS) return;
  for (const simdjson::dom::element cause : causes) {
    if (error->causes.size() == kMaxCauses) break;
    error->causes.push_back({Member(cause, "reason"), Member(cause, "message"), Member(cause, "field")});
  }
}

void ReadStatus(simdjson::dom::element status, ApiError* error) {
  int64_t code = 0;
  if (status["code"].get(code) == simdjson::SUCCESS && code != 0) {
    error->status = static_cast<int>(code);
  }
  error->reason = Member(status, "reason");
  error->message = Member(status, "message");
  simdjson::dom::element details;
  if (status["details"].get(details) == simdjson::SUCCESS) ReadDetails(details, error);
}

}  // namespace

std::string CutErrorText(std::string_view text) {
  std::string cut(text.substr(0, kMaxErrorBytes));
  if (text.size() > kMaxErrorBytes) cut += "…";
  return cut;
}

ApiError ParseApiError(int http_status, std::string_view body) {
  ApiError error;
  error.status = http_status;
  const bool proto = base::IsProtoObject(body);
  if (proto) ReadProtoStatus(body, &error);
  simdjson::dom::parser parser;
  simdjson::dom::element status;
  if (!proto && body.size() <= kMaxRefusalBytes &&  // parsing needs memory of many times the body's size
      parser.parse(body.data(), body.size()).get(status) == simdjson::SUCCESS && Member(status, "kind") == "Status") {
    ReadStatus(status, &error);
  }
  if (error.message.empty()) {
    const std::string excerpt = proto || error.status == kPartialContent ? "" : Excerpt(body);
    error.message = std::string(WordsFor(error.status)) + (excerpt.empty() ? "" : ": " + excerpt);
  }
  return error;
}

ApiError ParseApiError(const Response& response) {
  ApiError error = ParseApiError(response.status, response.body);
  if (const auto wait = RetryAfter(response)) error.retry_after = wait;
  return error;
}

base::Error ToError(const ApiError& error) {
  const std::string reason = error.reason.empty() ? "" : " " + error.reason;
  const std::string text = std::to_string(error.status) + reason + ": " + error.message;
  return base::Error(CodeFor(error), Secrets::OfProcess().Hide(text))
      .WithReason(error.reason)
      .WithRetryAfter(error.retry_after.value_or(std::chrono::seconds(0)));
}

base::Error ErrorFromResponse(const Response& response) { return ToError(ParseApiError(response)); }

std::optional<std::chrono::seconds> RetryAfter(const Response& response) {
  const std::string_view text = response.headers.Find("Retry-After");
  int64_t seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failure != std::errc() || end != text.data() + text.size() || seconds < 0) {
    return std::nullopt;
  }
  return AtMostTheLongest(seconds);
}

}  // namespace structural::kube
