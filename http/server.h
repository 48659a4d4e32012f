// Server: HTTP/1.1 listeners with limits, for probes, metrics and webhooks.
//
// A peer that is slow, silent, sends too much or opens too many connections costs a bounded amount
// of memory for a bounded time, and takes no place from peers whose requests are answered
// (http/admission.h). HTTP/2 is not spoken.
// Memory: some 4 KiB for a connection that has sent nothing, 80 KiB while it shakes hands, 35 KiB
// when it speaks TLS, and up to Limits::header_bytes and the body while its request is read.
// Thread-safe, but for Stop and the destructor.
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

// Address: where a listener listens, as Kubernetes' programs are told it.
struct Address {
  std::string host;        // an IPv4 or IPv6 address without brackets; empty: all of the machine's
  std::uint16_t port = 0;  // 0: any that is free

  std::string ToString() const;
};

// Reads ":8080", "127.0.0.1:8080", "[::1]:8080", and "localhost:0".
// kInvalidInput: what is wrong with it, in words.
base::Result<Address> ParseAddress(std::string_view text);

// Whether a bind address means that there is no listener: "0", as controller-runtime has it, or "".
bool IsOff(std::string_view text);

struct Limits {
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 64 * 1024;
  // The limit for the buffers of all bodies that are read or answered, beyond 64 KiB in each; 0: no limit. A body that
  // does not fit evicts incomplete ones (http/body_budget.h), or gets the answer 503 with Retry-After.
  std::size_t all_bodies_bytes = 0;
  // Whose first request is complete. One more waits for an end of another, for `step` at most; who
  // is idle for longest ends for it.
  int connections = 64;
  // That shake hands, or send their first request in pieces. One more ends the one that takes
  // longest. An eighth of it may shake hands without having shown that they read what they are
  // sent (http/client_hello.h).
  int reading = 256;
  // That have sent nothing yet; at most a quarter of the files that the process may open. One more
  // ends the oldest.
  int accepted = 4096;
  // For the TLS handshake and the first request, for reading each further one, and for writing one
  // response. The first shrinks to a second where many do that.
  std::chrono::milliseconds step{10'000};
  std::chrono::milliseconds idle{60'000};  // between two requests on a connection
};

struct ListenOptions {
  Address address;
  Limits limits = {};
  std::shared_ptr<TlsFiles> tls = nullptr;  // null: plain text
  // Told of each, from the server's threads, several at a time. Null: nobody is.
  std::function<void(RequestRejection)> on_rejected = nullptr;
};

class Server {
 public:
  // So many threads call handlers and speak with peers that are answered; one more accepts
  // connections and reads first requests. 0: that one does everything, and handlers must not block.
  // They start now, and serve all listeners. Raises the process's soft limit of open files.
  explicit Server(int threads);
  // As Stop.
  ~Server();

  // Returns the port. kUnavailable: the address cannot be listened on, and why.
  base::Result<std::uint16_t> Listen(ListenOptions options, Handler handler);

  // From now on each connection ends with its next answer, new ones too. Who keeps connections open
  // is somewhere else then, and not about to ask when this server goes. Drain may follow.
  void Retire();

  // Takes no new connections, lets requests that have begun come to their answers, ends their
  // connections, and returns when there are none left or `most` is over. Stop must follow.
  void Drain(std::chrono::milliseconds most);

  // Closes all listeners and connections, lets running handlers finish, and ends the threads.
  void Stop();

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::http
