// Transport: sends HTTP requests to the API server and returns the answers.
//
// Calls block the calling thread, and can be concurrent. They return kCancelled within 100 ms after a stop is
// requested. They do not throw.
//
// The memory that a hostile server can cost is limited. An answer's header has at most 64 KiB, and one chunk of its
// body at most 6 MiB. The HTTP library buffers at most 8 MiB for all connections of a Transport
// (kube/transport/receive_window.h). Above these limits a call fails with kLimitExceeded (kUnavailable for a header),
// and its connection is closed.
//
// Redirects are not followed. If a connection breaks before the answer begins, the request is sent once more on a new
// connection, unless it is a POST. This happens if the server has closed an idle connection.
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

// Maximum number of bytes of an answer's body, and of one line of a stream or one item of a list. API servers refuse
// requests of more than 3 MiB, and etcd by default objects of more than 1.5 MiB.
inline constexpr size_t kMaxBodyBytes = size_t{4} << 20;
inline constexpr size_t kMaxLineBytes = size_t{4} << 20;
// Maximum number of bytes that are read of an error answer's body: a Status object, or the page of a proxy. The rest is
// cut off.
inline constexpr size_t kMaxRefusalBytes = size_t{256} << 10;

// The content types of answers. Servers support JSON and protobuf for Kubernetes' own types, but only JSON for custom
// resources.
inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kProtobufType = "application/vnd.kubernetes.protobuf";
// The Accept header of a client that prefers protobuf, but can also read JSON. An answer in protobuf is a
// base::ProtoObject.
inline constexpr std::string_view kProtobufOrJson = "application/vnd.kubernetes.protobuf,application/json";

struct Request {
  std::string method = "GET";
  std::string path = {};  // path on the server with the query: "/api/v1/nodes?limit=500"
  std::string body = {};
  std::string content_type = {};  // media type of the body
  std::string accept{kJsonType};
  // Requests an answer in gzip, unless the cluster's disable-compression is set. The Transport unpacks the answer.
  bool accepts_gzip = false;
  // For Do, the maximum time of the whole exchange. For Fetch and Stream, the maximum time until the answer's headers
  // have arrived; for Fetch also the maximum time of each later wait for bytes.
  std::chrono::milliseconds timeout{30'000};
  // Maximum number of bytes of Response::body, if the request succeeds.
  size_t max_body_bytes = kMaxBodyBytes;
  // Called with the status and the headers of the answer before its body is read, on the calling thread. Can be null.
  std::function<void(int status, const Headers& headers)> on_answer = nullptr;
};

struct Response {
  int status = 0;
  Headers headers = {};
  std::string body = {};
};

// Returns whether the status means success: 2xx, except 206 (Partial Content), because no request asks for a part.
inline bool IsSuccess(int status) { return status >= 200 && status < 300 && status != 206; }

class Transport {
 public:
  // Receives a line of a stream, without its line feed; if the answer is in protobuf (IsProtobuf), a frame without its
  // size. The line is valid only during the call. Returns false to end the stream.
  using OnLine = std::function<bool(std::string_view line)>;

  virtual ~Transport() = default;

  // Sends one request, and returns its whole answer with any status code. Errors: kUnavailable (the connection or TLS
  // failed, or the answer is incomplete), kTimeout, kCancelled, kLimitExceeded (the body is too large), kInvalidInput
  // (HTTP cannot express the request).
  virtual base::Result<Response> Do(const Request& request, std::stop_token stop) = 0;

  // Sends one request. If it succeeds (IsSuccess), passes the body, which can have any size, to on_bytes while it
  // arrives, on the calling thread; Response::body is then empty. If on_bytes is slow, the server must wait, so memory
  // does not grow. Errors: those of Do and of on_bytes; kInvalidInput for a body that arrives too slowly
  // (kMaxDeadlineExtensions). Before an error, a part of the body may have been delivered.
  virtual base::Result<Response> Fetch(const Request& request, const OnBytes& on_bytes, std::stop_token stop) = 0;

  // Sends one request, and passes the answer's body to on_line on the calling thread: line by line without empty lines,
  // or frame by frame. If on_line is slow, the server must wait, so memory does not grow. Returns Ok when the stream
  // has ended, or on_line has returned false. Errors: those of Do; kTimeout if no byte arrives for the time `idle`;
  // ErrorFromResponse if the request does not succeed.
  virtual base::Status Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                              std::stop_token stop) = 0;

  // Makes the kernel reset open connections when they are closed, which drops bytes that the server has not
  // acknowledged. Otherwise the kernel would continue to send these bytes, even after the end of the process. Must be
  // called by a process that must no longer write to the server. Thread-safe.
  virtual void ResetOnClose() {}
};

// Returns a Transport for one server, over cpprestsdk. A connection serves one call at a time, and is kept for the next
// call. Without TLS, each connection has its own loopback port and two threads (kube/transport/tunnel.h). The Transport
// must be destroyed before main returns, after its last call has returned. kInvalidInput: the server URL, a certificate
// or a key cannot be used. Precondition: PrepareProcess() was called (kube/transport/process.h).
base::Result<std::unique_ptr<Transport>> NewCppRestTransport(const ClientConfig& config, std::string user_agent);

}  // namespace structural::kube
