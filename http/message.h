// The requests that a listener receives, and its responses. Plain values.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace structural::http {

struct Request {
  std::string method = {};         // "GET"
  std::string path = {};           // "/readyz": without the query; %xx stays escaped
  std::string query = {};          // "verbose", without the question mark
  std::string authorization = {};  // value of the header Authorization, a secret; empty without the header
  std::string content_type = {};   // value of the header Content-Type; empty without the header
  std::string body = {};
};

struct Response {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body = {};
  int retry_after = 0;  // seconds; 0: no Retry-After header
};

// Answers a request. Called from the server's threads, concurrently. A stop is requested when the server stops. If the
// handler throws an exception, the server answers with status 500.
using Handler = std::function<Response(const Request&, std::stop_token)>;

// Returns whether the query has a parameter of this name, with or without a value: "a&verbose=1" has "a" and "verbose".
bool HasParameter(const std::string& query, const std::string& name);

struct ReplyOptions {
  unsigned version = 11;    // HTTP version of the request: 10 for HTTP/1.0, 11 for HTTP/1.1
  bool keep_alive = false;  // the connection stays open after the response
};

// Returns the head of the response: the status line, the header fields and the empty line after them.
std::string ReplyHead(const Response& response, const ReplyOptions& options);

// RequestRejection: the reason why a request did not reach the handler.
enum class RequestRejection {
  kNotHttp,          // the bytes are not a valid request or TLS handshake
  kHeaderTooLarge,   // the head, the chunk extensions or the trailers are too large
  kBodyTooLarge,     // the body exceeds Limits::body_bytes
  kBodiesFull,       // the bodies of all connections exceed Limits::all_bodies_bytes
  kConnectionsFull,  // no place among Limits::connections became free in time
  kTooSlow,          // the request was not complete in time, or its connection was evicted for another one
};

// Returns the name of the reason for metrics, such as "body_too_large".
const char* Name(RequestRejection why);

}  // namespace structural::http
