#include "kube/api_error.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>

namespace structural::kube {
namespace {

using base::ErrorCode;

constexpr size_t kExcerptBytes = 200;

std::string_view WordsFor(int status) {
  switch (status) {
    case 301: case 302: case 303: case 307: case 308:
      return "the server answered with a redirect, which is not followed";
    case 400: return "bad request";
    case 401: return "unauthorized: the credentials were not accepted";
    case 403: return "forbidden";
    case 404: return "not found";
    case 409: return "conflict";
    case 410: return "gone";
    case 415: return "unsupported media type";
    case 422: return "unprocessable entity";
    case 429: return "too many requests";
    case 500: return "internal server error";
    case 503: return "service unavailable";
    case 504: return "gateway timeout";
    default: return "unexpected answer";
  }
}

ErrorCode CodeFor(const ApiError& error) {
  if (error.reason == "Expired" || error.reason == "Gone") return ErrorCode::kGone;
  switch (error.status) {
    case 401: return ErrorCode::kUnauthorized;
    case 403: return ErrorCode::kForbidden;
    case 404: return ErrorCode::kNotFound;
    case 409: return ErrorCode::kConflict;
    case 410: return ErrorCode::kGone;
    case 422: return ErrorCode::kUnprocessable;
    case 429: return ErrorCode::kTooManyRequests;
    default:
      return error.status >= 500 ? ErrorCode::kServerError : ErrorCode::kBadRequest;
  }
}

// The beginning of a body that is no Status, on one line.
std::string Excerpt(std::string_view body) {
  std::string text(body.substr(0, kExcerptBytes));
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return body.size() > kExcerptBytes ? text + "…" : text;
}

std::string Member(simdjson::dom::element status, std::string_view key) {
  std::string_view value;
  return status[key].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

}  // namespace

ApiError ParseApiError(int http_status, std::string_view body) {
  ApiError error;
  error.status = http_status;
  simdjson::dom::parser parser;
  simdjson::dom::element status;
  if (parser.parse(body.data(), body.size()).get(status) == simdjson::SUCCESS &&
      Member(status, "kind") == "Status") {
    int64_t code = 0;
    if (status["code"].get(code) == simdjson::SUCCESS && code != 0) {
      error.status = static_cast<int>(code);
    }
    error.reason = Member(status, "reason");
    error.message = Member(status, "message");
  }
  if (error.message.empty()) {
    const std::string excerpt = Excerpt(body);
    error.message = std::string(WordsFor(error.status)) + (excerpt.empty() ? "" : ": " + excerpt);
  }
  return error;
}

base::Error ToError(const ApiError& error) {
  const std::string reason = error.reason.empty() ? "" : " " + error.reason;
  return {CodeFor(error), std::to_string(error.status) + reason + ": " + error.message};
}

base::Error ErrorFromResponse(const Response& response) {
  return ToError(ParseApiError(response.status, response.body));
}

std::optional<std::chrono::seconds> RetryAfter(const Response& response) {
  const std::string_view text = response.headers.Find("Retry-After");
  int seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failure != std::errc() || end != text.data() + text.size() || seconds < 0) {
    return std::nullopt;
  }
  return std::chrono::seconds(seconds);
}

}  // namespace structural::kube
