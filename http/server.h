// Server: HTTP/1.1 listeners with limits, for probes, metrics and webhooks.
//
// A slow or silent peer, or one that sends too much or opens too many connections, costs a bounded
// amount of memory for a bounded time. It cannot take a place from peers whose requests are
// answered (http/admission.h). HTTP/2 is not supported.
// Memory: about 4 KiB for a connection that has sent nothing, 80 KiB during its TLS handshake, 35
// KiB with TLS afterwards, and up to Limits::header_bytes and the body while its request is read.
// Thread-safe, except Stop and the destructor.
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

// Reads ":8080", "127.0.0.1:8080", "[::1]:8080", and "localhost:0". Returns kInvalidInput for other
// texts, with the reason.
base::Result<Address> ParseAddress(std::string_view text);

// Returns whether a bind address disables the listener: "0", as in controller-runtime, or "".
bool IsOff(std::string_view text);

struct Limits {
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 64 * 1024;
  // Maximum bytes of the buffers of all bodies that are read or answered, beyond 64 KiB in each; 0:
  // no limit. A body that does not fit evicts incomplete ones (http/body_budget.h), or gets the
  // answer 503 with Retry-After.
  std::size_t all_bodies_bytes = 0;
  // Maximum number of connections whose first request is complete. A further connection waits for a
  // place, for `step` at most, and the connection that is idle for longest is ended for it.
  int connections = 64;
  // Maximum number of connections in a TLS handshake, or with an incomplete first request. A
  // further connection ends the one that takes longest. An eighth of these places is for handshakes of
  // peers without a proof that they read their data (http/client_hello.h).
  int reading = 256;
  // Maximum number of connections that have sent nothing yet; at most a quarter of the files that
  // the process may open. A further connection ends the oldest one.
  int accepted = 4096;
  // Maximum time for the TLS handshake and the first request together, for reading each further request, and for
  // writing each response. The time for the handshake and the first request shrinks to a second when many connections
  // are in that stage.
  std::chrono::milliseconds step{10'000};
  std::chrono::milliseconds idle{60'000};  // maximum time between two requests
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
  // `threads`: number of threads that call handlers and serve connections after their first
  // request; one more thread accepts connections and reads first requests. 0: that thread does
  // everything, and handlers must not block. The threads start now, and serve all listeners. Raises
  // the process's soft limit of open files.
  explicit Server(int threads);
  // Calls Stop.
  ~Server();

  // Returns the port. kUnavailable: the address cannot be used, with the reason.
  base::Result<std::uint16_t> Listen(ListenOptions options, Handler handler);

  // Makes every connection end after its next answer, also new ones. So clients with open
  // connections have moved to another server before this one stops. Drain may follow.
  void Retire();

  // Accepts no new connections, waits for the answers of requests that have begun, and ends their
  // connections. Returns when no request is left or after `max`. Stop must follow.
  void Drain(std::chrono::milliseconds max);

  // Closes all listeners and connections, waits for running handlers, and ends the threads.
  void Stop();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::http
