// Channel: a connected socket, with or without TLS, whose waits can also end for other reasons.
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

// Reasons to end a wait in addition to the socket's events.
struct WaitLimits {
  std::chrono::steady_clock::time_point deadline;
  int stop = -1;    // file that is readable when a stop was requested
  int client = -1;  // socket; the wait ends when its peer closes it

  // Waits until the file is ready for these poll() events. kTimeout, kCancelled.
  base::Status Wait(int fd, short events) const;
};

// Used by one thread, which has SIGPIPE blocked or ignored. Closes the socket.
class Channel {
 public:
  struct Progress {
    size_t bytes = 0;
    bool over = false;  // reading: end of the data; writing: the peer accepts no data
  };

  // Makes the socket non-blocking. `tls`: an established TLS connection on it.
  explicit Channel(int socket, SSL* tls = nullptr);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int socket() const { return socket_; }

  // Does the TLS handshake. kUnavailable, with the reason: the peer is not trusted, or does not use TLS.
  base::Status StartTls(const std::shared_ptr<TlsClient>& tls, const WaitLimits& limits);

  // Read or write as much as is possible without waiting.
  Progress Read(char* bytes, size_t size);
  Progress Write(std::string_view bytes);
  // Announces that nothing more will be written.
  void EndWriting();
  // Further events for poll() that TLS requires.
  short events() const { return events_; }

  // Write or read all bytes. kUnavailable: the connection broke; errors of WaitLimits.
  base::Status WriteAll(std::string_view bytes, const WaitLimits& limits);
  base::Result<std::string> ReadExactly(size_t size, const WaitLimits& limits);

 private:
  using SslPtr = std::unique_ptr<SSL, OpensslDelete<SSL_free>>;
  using ContextPtr = std::unique_ptr<SSL_CTX, OpensslDelete<SSL_CTX_free>>;

  Progress TlsProgress(int outcome, size_t bytes);

  const int socket_;
  ContextPtr context_;
  SslPtr ssl_;  // null: without TLS
  short events_ = 0;
};

// Opens a TCP connection to the first of the host's addresses that answers. Returns the socket,
// which the caller must close. kUnavailable: the name has no address, or none of them answers.
// Errors of WaitLimits, which also limits the wait for the resolver.
base::Result<int> Dial(const std::string& host, int port, const WaitLimits& limits);

// Copies bytes between two connections in both directions, until one side has ended and its data is
// delivered, one of them breaks, or the file `stop` is readable. Buffers at most 64 KiB for each
// direction: a side that does not read slows the other one down. `window` may be null; it counts
// the HTTP answers from b, and ends both connections at its limit.
void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window);

// Enables TCP keep-alive on every connection of this process to that port: the kernel probes the
// peer after 30 seconds of silence, and closes the connection if it did not answer for 45 seconds.
// Reads then fail. Otherwise a peer that vanished (its machine lost power, a firewall forgot the
// connection) looks like a server without changes.
//
// The HTTP library opens its sockets itself and only gives access to them before they are open, so
// this function searches the process's open files. That costs some microseconds for each file: call
// it once for a long-lived connection. Thread-safe.
//
// Upstream: net.Dialer as k8s.io/client-go/transport/cache.go sets it up, with HTTP/2's health
// check (30 s, then 15 s) in place of which TCP's own stands here.
void KeepAlive(int peer_port);

// Resets every TCP connection of this process to that port when it is closed, instead of delivering
// the bytes that it has sent. Thread-safe.
void ResetOnClose(int peer_port);

// KeepAlive for one socket.
void KeepSocketAlive(int fd);

}  // namespace structural::kube
