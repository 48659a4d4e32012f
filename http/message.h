// What comes to a listener, and what goes back. Plain values.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace structural::http {

struct Request {
  std::string method = {};         // "GET"
  std::string path = {};           // "/readyz", without the query, not unescaped
  std::string query = {};          // "verbose", without the question mark
  std::string authorization = {};  // the header's value, empty when there is none; a secret
  std::string content_type = {};   // the header's value
  std::string body = {};
};

struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body = {};
  int retry_after = 0;  // seconds; 0: not said
};

// Called from the server's threads, several at a time. The token fires when the server stops.
// Exceptions are answered with 500.
using Handler = std::function<Response(const Request&, std::stop_token)>;

// Whether the query has this parameter, with or without a value: "a&verbose=1" has verbose.
bool HasParameter(const std::string& query, const std::string& name);

// What goes back over a connection, as bytes.
struct ReplyOptions {
  unsigned version = 11;  // of the request
  bool keep_alive = false;
};

// The status line, the fields and the empty line behind them.
std::string ReplyHead(const Response& response, const ReplyOptions& options);

// RequestRejection: why a request never came to the handler.
enum class RequestRejection {
  kNoHttp,
  kHeaderTooLarge,  // or chunk extensions or trailers
  kBodyTooLarge,
  kBodiesFull,
  kConnectionsFull,
  kTooSlow,  // no whole request in time, or for as long as others waited for the place
};

// "body_too_large"
const char* Name(RequestRejection why);

}  // namespace structural::http
