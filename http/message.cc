#include "http/message.h"

#include <sstream>

#include <boost/beast/http/status.hpp>

namespace structural::http {
namespace {

void AddField(std::string& text, std::string_view name, std::string_view value) {
  text.append(name).append(": ").append(value).append("\r\n");
}

// Returns the value of the Connection header; null if the default is right: HTTP/1.1 keeps connections open, and
// HTTP/1.0 closes them.
const char* ConnectionField(const ReplyOptions& options) {
  if (options.version >= 11) return options.keep_alive ? nullptr : "close";
  return options.keep_alive ? "keep-alive" : nullptr;
}

}  // namespace

bool HasParameter(const std::string& query, const std::string& name) {
  std::stringstream parameters(query);
  for (std::string parameter; std::getline(parameters, parameter, '&');) {
    if (parameter.substr(0, parameter.find('=')) == name) return true;
  }
  return false;
}

std::string ReplyHead(const Response& response, const ReplyOptions& options) {
  const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(response.status));
  std::string text = options.version >= 11 ? "HTTP/1.1 " : "HTTP/1.0 ";
  text.append(std::to_string(response.status)).append(" ");
  text.append(reason.data(), reason.size()).append("\r\n");
  AddField(text, "Content-Type", response.content_type);
  AddField(text, "X-Content-Type-Options", "nosniff");
  if (response.retry_after > 0) {
    AddField(text, "Retry-After", std::to_string(response.retry_after));
  }
  AddField(text, "Content-Length", std::to_string(response.body.size()));
  if (const char* connection = ConnectionField(options)) AddField(text, "Connection", connection);
  return text += "\r\n";
}

const char* Name(RequestRejection why) {
  switch (why) {
    case RequestRejection::kNotHttp: return "no_http";
    case RequestRejection::kHeaderTooLarge: return "header_too_large";
    case RequestRejection::kBodyTooLarge: return "body_too_large";
    case RequestRejection::kBodiesFull: return "bodies_full";
    case RequestRejection::kConnectionsFull: return "connections_full";
    case RequestRejection::kTooSlow: return "too_slow";
  }
  return "";
}

}  // namespace structural::http
