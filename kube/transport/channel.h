// Channel: reads and writes a connected socket, with or without TLS. WaitLimits can end its waits.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <openssl/ssl.h>

#include "kube/tls/client.h"
#include "kube/tls/openssl_ptr.h"
#include "kube/transport/receive_window.h"
#include "schema/base/result.h"

namespace structural::kube {

// Events that end a wait for a socket before the socket is ready.
struct WaitLimits {
  std::chrono::steady_clock::time_point deadline;
  int stop_fd = -1;    // descriptor that becomes readable when a stop is requested; -1: none
  int client_fd = -1;  // socket; the wait ends when its peer closes the connection; -1: none

  // Waits until the descriptor `fd` is ready for these poll() events. kTimeout: the deadline is over. kCancelled:
  // stop_fd or client_fd has ended the wait.
  base::Status Wait(int fd, short events) const;
};

// Must be used by one thread, which must block or ignore SIGPIPE. The destructor closes the socket.
class Channel {
 public:
  // The result of a read or write.
  struct Progress {
    size_t bytes = 0;      // number of bytes that were read or written
    bool is_over = false;  // nothing more can be read or written, because the peer has ended the data or the connection
  };

  // Makes the socket non-blocking. `tls`: an established TLS connection over the socket, which Channel then owns; null:
  // without TLS.
  explicit Channel(int socket, SSL* tls = nullptr);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int socket() const { return socket_; }

  // Does the TLS handshake. kUnavailable, with the reason: the peer is not trusted, or does not use TLS.
  base::Status StartTls(const std::shared_ptr<TlsClient>& tls, const WaitLimits& limits);

  // Read and Write transfer as many bytes as possible without waiting.
  Progress Read(char* bytes, size_t size);
  Progress Write(std::string_view bytes);
  // Tells the peer that nothing more will be written.
  void EndWriting();
  // Returns the poll() events that TLS needs before the next Read or Write, in addition to the caller's.
  short tls_events() const { return tls_events_; }

  // WriteAll waits until all bytes were written, and ReadExactly until `size` bytes were read. kUnavailable: the
  // connection broke. Other errors: those of WaitLimits::Wait.
  base::Status WriteAll(std::string_view bytes, const WaitLimits& limits);
  base::Result<std::string> ReadExactly(size_t size, const WaitLimits& limits);

 private:
  using SslPtr = std::unique_ptr<SSL, OpensslDelete<SSL_free>>;
  using ContextPtr = std::unique_ptr<SSL_CTX, OpensslDelete<SSL_CTX_free>>;

  Progress TlsProgress(int outcome, size_t bytes);

  const int socket_;
  ContextPtr context_;
  SslPtr ssl_;  // null: without TLS
  short tls_events_ = 0;
};

// Opens a TCP connection to the first of the host's addresses that answers. Returns the socket, which the caller must
// close. kUnavailable: the host has no address, or no address answers. Other errors: those of WaitLimits::Wait.
// `limits` also limits the wait for the resolver.
base::Result<int> Dial(const std::string& host, int port, const WaitLimits& limits);

// Copies bytes between two connections in both directions. Returns when one side has ended and its data was delivered,
// when a connection breaks, or when the descriptor `stop` becomes readable. Buffers at most 64 KiB for each direction,
// so a side that does not read slows the other one down. `window` counts the bytes of the HTTP answers from `b`; if
// they exceed its limit, Relay returns. `window` can be null.
void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window);

// Enables TCP keep-alive on every connection of this process to this port of a peer. The kernel probes the peer after
// 30 seconds of silence. If the peer does not answer, the kernel closes the connection after 45 seconds, and reads
// fail. Without keep-alive, a peer that vanished looks like a server without changes, for example after its machine
// lost power.
//
// The HTTP library opens its sockets itself, and gives no access to open ones. Therefore this function searches the
// process's open files, which costs some microseconds for each file. KeepAlive should be called once for a long-lived
// connection. Thread-safe.
//
// Upstream: net.Dialer in k8s.io/client-go/transport/cache.go. client-go uses the health check of HTTP/2 (30 s, then 15
// s) instead of TCP keep-alive.
void KeepAlive(int peer_port);

// Makes the kernel reset every TCP connection of this process to this port of a peer when the connection is closed.
// Bytes that the peer has not acknowledged are dropped. Thread-safe.
void ResetOnClose(int peer_port);

// Enables TCP keep-alive on one socket, as KeepAlive does.
void KeepSocketAlive(int fd);

}  // namespace structural::kube
