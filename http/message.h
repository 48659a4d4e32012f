// The requests and responses of a listener. Plain values.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace structural::http {

struct Request {
  std::string method = {};         // "GET"
  std::string path = {};           // "/readyz", without the query, not unescaped
  std::string query = {};          // "verbose", without the question mark
  std::string authorization = {};  // value of the header, may be empty; a secret
  std::string content_type = {};   // value of the header
  std::string body = {};
};

struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body = {};
  int retry_after = 0;  // seconds; 0: no Retry-After header
};

// Called from the server's threads, concurrently. The token is signaled when the server stops. The
// server answers exceptions with 500.
using Handler = std::function<Response(const Request&, std::stop_token)>;

// Returns whether the query has this parameter, with or without a value: "a&verbose=1" has verbose.
bool HasParameter(const std::string& query, const std::string& name);

struct ReplyOptions {
  unsigned version = 11;  // HTTP version of the request: 10 or 11
  bool keep_alive = false;
};

// Returns the status line, the header fields and the empty line after them.
std::string ReplyHead(const Response& response, const ReplyOptions& options);

// RequestRejection: the reason why a request did not reach the handler.
enum class RequestRejection {
  kNoHttp,
  kHeaderTooLarge,  // the head, the chunk extensions or the trailers are too large
  kBodyTooLarge,
  kBodiesFull,
  kConnectionsFull,
  kTooSlow,  // the request was not complete in time, or was evicted for another one
};

// Returns a name such as "body_too_large".
const char* Name(RequestRejection why);

}  // namespace structural::http
