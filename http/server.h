// Server: HTTP/1.1 listeners with limits, for probes, metrics and webhooks.
//
// A peer that is slow, silent, sends too much or opens too many connections costs a bounded amount
// of memory for a bounded time. HTTP/2 is not spoken.
// Thread-safe, but for Stop and the destructor.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "http/address.h"
#include "http/message.h"
#include "http/tls_files.h"
#include "schema/base/result.h"

namespace structural::http {

struct Limits {
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 64 * 1024;
  // Of all bodies that are being read or answered, beyond 64 KiB in each; 0: no bound. What does
  // not fit is answered 503, to be sent again.
  std::size_t all_bodies_bytes = 0;
  // One more waits for an end of another, for `step` at most; who is idle for longest ends for it.
  int connections = 64;
  // For the TLS handshake, for reading one request, and for writing one response.
  std::chrono::milliseconds step{10'000};
  std::chrono::milliseconds idle{60'000};  // between two requests on a connection
};

// Why something never came to the handler.
enum class Unread { kNoHttp, kHeaderTooLarge, kBodyTooLarge, kBodiesFull, kConnectionsFull };

struct ListenOptions {
  Address address;
  Limits limits = {};
  std::shared_ptr<TlsFiles> tls = nullptr;  // null: plain text
  // Told of each, from the server's threads, several at a time. Null: nobody is.
  std::function<void(Unread)> on_unread = nullptr;
};

class Server {
 public:
  // Its threads start now and answer all listeners.
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
