// Transport: one HTTP exchange with the API server.
//
// Calls block the calling thread and may be concurrent. They return kCancelled soon (well within
// 100 ms) after a stop is requested. They do not throw.
//
// A hostile server cannot cost more memory than another one: an answer's header may have 64 KiB,
// and one chunk of its body 6 MiB. The HTTP library buffers at most 8 MiB for all connections of a
// Transport (kube/transport/receive_window.h). Above these limits a call fails with kLimitExceeded
// (kUnavailable for a header), and its connection is closed.
//
// Redirects are not followed. If a connection breaks before the answer begins, as pooled ones do
// after the server has closed them, the request is sent once more on a new one, unless it is a
// POST.
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

// Maximum bytes of the body of an answer, of one line of a stream, and of an item of a list. API
// servers accept no request of more than 3 MiB, and etcd by default no object of more than 1.5 MiB.
inline constexpr size_t kMaxBodyBytes = size_t{4} << 20;
inline constexpr size_t kMaxLineBytes = size_t{4} << 20;
// Maximum bytes of the body of an error answer: a Status object, or a proxy's page. The rest is cut
// off.
inline constexpr size_t kMaxRefusalBytes = size_t{256} << 10;

// The content types of answers. Kubernetes' own types have both; custom resources have only JSON.
inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kProtobufType = "application/vnd.kubernetes.protobuf";
// The Accept header of a client that prefers protobuf. Such an answer is an object of base::ProtoObject.
inline constexpr std::string_view kProtobufOrJson = "application/vnd.kubernetes.protobuf,application/json";

struct Request {
  std::string method = "GET";
  std::string path = {};  // path on the server with the query: "/api/v1/nodes?limit=500"
  std::string body = {};
  std::string content_type = {};  // media type of the body
  std::string accept{kJsonType};
  // Requests a gzip answer, unless the cluster's disable-compression is set. Bodies and lines are
  // unpacked.
  bool gzip = false;
  // Do: maximum time of the whole exchange. Fetch: until the answer's headers, and for each silence
  // afterwards. Stream: until the answer's headers.
  std::chrono::milliseconds timeout{30'000};
  // Maximum bytes of a success's body in the response.
  size_t max_body = kMaxBodyBytes;
  // Receives the status and the headers of the answer before its body, on the calling thread.
  std::function<void(int status, const Headers& headers)> on_answer = nullptr;
};

struct Response {
  int status = 0;
  Headers headers = {};
  std::string body = {};
};

// Returns whether the answer has the complete content. 206 (Partial Content) has not: no request asks for a range.
inline bool IsSuccess(int status) { return status >= 200 && status < 300 && status != 206; }

class Transport {
 public:
  // Returns false to end the stream. The line has no newline and is valid during the call. In an answer in protobuf
  // (IsProtobuf), a line is a frame, without its size.
  using OnLine = std::function<bool(std::string_view line)>;

  virtual ~Transport() = default;

  // Sends one request and returns its whole answer, with any status code.
  // Errors: kUnavailable (connection, TLS, an incomplete answer), kTimeout, kCancelled,
  // kLimitExceeded (body too large), kInvalidInput (the request cannot be expressed).
  virtual base::Result<Response> Do(const Request& request, std::stop_token stop) = 0;

  // Sends a request like Do, but passes the body of a successful answer (IsSuccess), of any size, to on_bytes while it arrives, on the
  // calling thread. A slow on_bytes slows the server down instead of filling memory. Errors: those of Do and of
  // on_bytes; kInvalidInput for a body that arrives too slowly (kMaxDeadlineExtensions). A part of the body may have been
  // delivered before.
  virtual base::Result<Response> Fetch(const Request& request, const OnBytes& on_bytes, std::stop_token stop) = 0;

  // Passes the answer's body to on_line, line by line without empty lines, or frame by frame, on the calling thread. A
  // slow on_line slows the server down instead of filling memory.
  // Returns Ok when the stream ended cleanly or on_line returned false. Errors: those of Do;
  // kTimeout after `idle` without a byte; ErrorFromResponse for any other answer.
  virtual base::Status Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                              std::stop_token stop) = 0;

  // Makes later closes reset the connection, which drops bytes that the server has not acknowledged.
  // Otherwise the kernel would send these bytes until they arrive, even after the end of the process.
  // A process that must no longer write calls this function. Thread-safe.
  virtual void ResetOnClose() {}
};

// Returns the Transport for one server, over cpprestsdk. A connection serves one call at a time,
// and is kept for the next. Without TLS each connection has its own loopback port and two threads
// (kube/transport/tunnel.h). It must be destroyed before main returns, after the last call has
// returned. Errors: kInvalidInput for a server URL, certificate or key that cannot be used.
// Precondition: PrepareProcess() was called (kube/transport/process.h).
base::Result<std::unique_ptr<Transport>> NewCppRestTransport(const ClientConfig& config, std::string user_agent);

}  // namespace structural::kube
