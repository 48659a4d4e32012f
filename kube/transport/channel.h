// Channel: a connected socket, with or without TLS, that is waited for together with other things.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <openssl/ssl.h>

#include "kube/tls/client.h"
#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::kube {

// What else ends a wait.
struct WaitLimits {
  std::chrono::steady_clock::time_point deadline;
  int stop = -1;    // readable: give up
  int client = -1;  // a socket: its other end has gone, give up

  // Until the file is ready for these poll() events. kTimeout, kCancelled.
  base::Status Wait(int fd, short events) const;
};

// Owned by one thread, which has SIGPIPE blocked or ignored. Closes the socket.
class Channel {
 public:
  struct Progress {
    size_t bytes = 0;
    bool over = false;  // reading: the other side ends here; writing: it wants no more
  };

  // The socket becomes non-blocking. `tls`: a TLS connection on it that is established already.
  explicit Channel(int socket, SSL* tls = nullptr);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int socket() const { return socket_; }

  // kUnavailable, with the reason in words: the other side is not trusted, or speaks no TLS.
  base::Status StartTls(const std::shared_ptr<TlsClient>& tls, const WaitLimits& limits);

  // At once, as far as it goes.
  Progress Read(char* bytes, size_t size);
  Progress Write(std::string_view bytes);
  // Nothing more will be written.
  void EndWriting();
  // What poll() has to look for besides, for TLS has a will of its own.
  short events() const { return events_; }

  // All of it. kUnavailable: the connection broke; errors of WaitLimits.
  base::Status WriteAll(std::string_view bytes, const WaitLimits& limits);
  base::Result<std::string> ReadExactly(size_t size, const WaitLimits& limits);

 private:
  using SslPtr = std::unique_ptr<SSL, OpensslDelete<SSL_free>>;
  using ContextPtr = std::unique_ptr<SSL_CTX, OpensslDelete<SSL_CTX_free>>;

  Progress TlsProgress(int outcome, size_t bytes);

  const int socket_;
  ContextPtr context_;
  SslPtr ssl_;  // null: no TLS
  short events_ = 0;
};

}  // namespace structural::kube
