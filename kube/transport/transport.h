// Transport: one HTTP exchange with the API server.
//
// Calls block the calling thread and may be made from many threads at once. They end soon (well
// within 100 ms) after their stop_token fires, with kCancelled. No exception leaves them.
//
// A server that lies costs no more than one that does not: an answer's header may have 64 KiB, and
// one chunk of its body 6 MiB; what all connections of a Transport hold in the HTTP library at one
// time is 8 MiB at most (kube/transport/receive_window.h). Beyond that a call ends with
// kLimitExceeded (with kUnavailable for a header), and its connection with it.
//
// Redirects are not followed. A request whose connection broke before an answer began, as pooled
// connections do when the server closes them, is sent once more on a new one, unless it is a POST.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/config/config.h"
#include "kube/transport/headers.h"
#include "schema/base/result.h"

namespace structural::kube {

// The body of an answer, one line of a stream, or an item of a list, may have this many bytes. API
// servers take no request of more than 3 MiB, and etcd, as it comes, stores none of more than
// 1.5 MiB.
inline constexpr size_t kMaxBodyBytes = size_t{4} << 20;
inline constexpr size_t kMaxLineBytes = size_t{4} << 20;
// The body of an answer that is no success: a Status object, or a proxy's page. The rest is cut
// off.
inline constexpr size_t kMaxRefusalBytes = size_t{256} << 10;

struct Request {
  std::string method = "GET";
  std::string path = {};  // from the server's root, with the query: "/api/v1/nodes?limit=500"
  std::string body = {};
  std::string content_type = {};  // of the body
  std::string accept = "application/json";
  // Asks for a gzip answer, unless the cluster's disable-compression says no. It is undone here:
  // bodies and lines are what the server packed.
  bool gzip = false;
  // Do: the whole exchange. Fetch: until the answer's headers are here, and each silence after.
  // Stream: until the answer's headers are here.
  std::chrono::milliseconds timeout{30'000};
  // A success's body may have so many bytes, where the response takes it.
  size_t max_body = kMaxBodyBytes;
  // Stream: told of the answer's status and header before its first line, on the calling thread.
  std::function<void(int status, const Headers& headers)> on_answer = nullptr;
};

struct Response {
  int status = 0;
  Headers headers = {};
  std::string body = {};
};

class Transport {
 public:
  // Returns false to end the stream. The line has no newline and is valid during the call.
  using OnLine = std::function<bool(std::string_view line)>;

  virtual ~Transport() = default;

  // One request and its whole answer, whatever its status code is.
  // Errors: kUnavailable (connection, TLS, an answer cut short), kTimeout, kCancelled,
  // kLimitExceeded (body too large), kInvalidInput (the request cannot be expressed).
  virtual base::Result<Response> Do(const Request& request, std::stop_token stop) = 0;

  // As Do, but a 2xx answer's body goes to on_bytes as it comes, on the calling thread, and may
  // have any size; a slow on_bytes slows the server down instead of filling memory. Errors: those
  // of Do and of on_bytes; some of the body may have been handed over by then.
  virtual base::Result<Response> Fetch(const Request& request, const OnBytes& on_bytes,
                                       std::stop_token stop) = 0;

  // Hands the answer's body to on_line, line by line, on the calling thread; a slow on_line slows
  // the server down instead of filling memory. Empty lines are left out.
  // Ok when the stream ended cleanly or on_line returned false. Errors: those of Do; kTimeout
  // after `idle` without a byte; ErrorFromResponse for an answer that is not 2xx.
  virtual base::Status Stream(const Request& request, std::chrono::milliseconds idle,
                              const OnLine& on_line, std::stop_token stop) = 0;

  // From now on, a connection that is closed does not deliver bytes that the server has not
  // acknowledged: it is reset. For a process that must not write: the kernel would send
  // them again until they arrive, even after the end of the process. Thread-safe.
  virtual void ResetOnClose() {}
};

// The Transport for one server, over cpprestsdk. A connection serves one call at a time, and is
// kept for the next. Without TLS each one has a port of our own on the loopback address and two
// threads (kube/transport/tunnel.h). Destroy it before main returns, after the last call came back.
// Errors: kInvalidInput for a server URL, certificate or key that cannot be used. Precondition:
// PrepareProcess() was called (kube/transport/process.h).
base::Result<std::unique_ptr<Transport>> NewCppRestTransport(const ClientConfig& config,
                                                             std::string user_agent);

}  // namespace structural::kube
