// TlsMeter: how many bytes came in over TLS connections.
//
// The HTTP library keeps an answer's header in memory however long it is, and shows none of it
// before its end. So whoever waits for a header looks here how long it is by now.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include <openssl/ssl.h>

namespace structural::kube {

// Thread-safe.
class TlsMeter : public std::enable_shared_from_this<TlsMeter> {
 public:
  // Counts on the connections of this context, which keeps the meter alive.
  void Attach(SSL_CTX* context);

  void Reset() { received_ = 0; }
  // Encrypted bytes since then.
  std::size_t received() const { return received_; }

 private:
  static void OnMessage(int written, int version, int content_type, const void* bytes,
                        std::size_t count, SSL* connection, void* self);

  std::atomic<std::size_t> received_{0};
};

}  // namespace structural::kube
