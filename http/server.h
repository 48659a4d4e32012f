// Server: HTTP/1.1 listeners with limits, for probes, metrics and webhooks. HTTP/2 is not supported.
//
// A peer that is slow or silent, sends too much, or opens too many connections costs a bounded amount of memory for a
// bounded time. It cannot take a place from peers whose requests are answered (http/admission.h).
//
// Memory of a connection: about 4 KiB if it has sent nothing, 80 KiB during its TLS handshake, and 35 KiB with TLS
// afterwards. While a request is read, up to Limits::header_bytes and the size of the body in addition. Thread-safe,
// except Stop and the destructor.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "http/message.h"
#include "http/tls_files.h"
#include "schema/base/result.h"

namespace structural::http {

// Address: the bind address of a listener, in the form of Kubernetes' flags.
struct Address {
  std::string host;        // IPv4 or IPv6 address without brackets; empty: all addresses
  std::uint16_t port = 0;  // 0: any free port

  std::string ToString() const;
};

// Reads an address such as ":8080", "127.0.0.1:8080", "[::1]:8080" or "localhost:0". Errors: kInvalidInput for another
// text, with the reason.
base::Result<Address> ParseAddress(std::string_view text);

// Returns whether a bind address disables the listener: "0", as in controller-runtime, or "".
bool IsDisabledAddress(std::string_view text);

struct Limits {
  std::size_t header_bytes = 16 * 1024;  // maximum size of a request's head, in bytes
  std::size_t body_bytes = 64 * 1024;    // maximum size of a request's body, in bytes
  // Maximum number of bytes of all bodies that are read or answered at one time, not counting the first 64 KiB of each
  // body; 0: no limit. A body that does not fit evicts incomplete ones (http/body_budget.h), or gets the answer 503
  // with Retry-After.
  std::size_t all_bodies_bytes = 0;
  // Maximum number of connections whose first request is complete. A further connection waits for a place, at most for
  // step_timeout. To make a place free, the connection that is idle for longest is ended.
  int connections = 64;
  // Maximum number of connections in a TLS handshake or with an incomplete first request. For a further connection, the
  // oldest of them is ended. In addition, an eighth of this number of connections can be in a TLS handshake with a peer
  // that has not proved that it reads its data (http/client_hello.h).
  int reading = 256;
  // Maximum number of connections that have sent nothing yet; at most a quarter of the number of files that the process
  // can open. For a further connection, the oldest of them is ended.
  int accepted = 4096;
  // Maximum time of each step: of the TLS handshake with the first request, of reading a further request, and of
  // writing a response. If many connections are in their handshake or first request, the time for this step shrinks to
  // a second.
  std::chrono::milliseconds step_timeout{10'000};
  std::chrono::milliseconds idle_timeout{60'000};  // maximum time between two requests
};

struct ListenOptions {
  Address address;
  Limits limits = {};
  std::shared_ptr<TlsFiles> tls = nullptr;  // null: plain text
  // Called for each rejected request, from the server's threads, concurrently. May be null.
  std::function<void(RequestRejection)> on_rejected = nullptr;
};

class Server {
 public:
  // Starts the threads, which serve all listeners. One thread accepts connections and reads first requests. `threads`
  // further threads call handlers, and serve connections after their first request. If `threads` is 0, the first thread
  // does everything, and handlers must not block. Raises the process's soft limit of open files.
  explicit Server(int threads);
  // Calls Stop.
  ~Server();

  // Opens a listener, and returns its port. Errors: kInvalidInput if the host is not an IP address; kUnavailable if the
  // address cannot be used, with the reason.
  base::Result<std::uint16_t> Listen(ListenOptions options, Handler handler);

  // Makes every connection, also a new one, end after its next answer. So clients with open connections move to another
  // server before this one stops. Drain can follow.
  void Retire();

  // Accepts no new connections, and ends the open ones after their next answer. Returns when all requests that have
  // begun are answered, or after `max`. Stop must follow.
  void Drain(std::chrono::milliseconds max);

  // Closes all listeners and connections, waits for running handlers, and ends the threads.
  void Stop();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::http
