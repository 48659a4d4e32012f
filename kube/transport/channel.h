// Channel: a connected socket, with or without TLS, that is waited for together with other things.
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

// A TCP connection to a named host.
// The connected socket, to the first of the host's addresses that answers; the caller closes it.
// kUnavailable: the name has no address, or none of them answers. Errors of WaitLimits: also the
// resolver is not waited for longer than that.
base::Result<int> Dial(const std::string& host, int port, const WaitLimits& limits);

// Carries bytes between two connections.
// Both ways, until one side has ended and all that it sent is delivered, or one of them broke, or
// the file `stop` is readable. Holds at most 64 KiB for each way: a side that does not read slows
// the other one down. `window`, which may be null, counts the HTTP answers that come from b, and
// ends both.
void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window);

// What keeps connections honest: a peer that vanished (its machine lost power, a firewall forgot
// the connection) sends nothing that would say so, and neither does a server where nothing changes.

// Has the kernel ask the peer after 30 seconds of silence, and give the connection up when it did
// not answer for 45 seconds, on every TCP connection of this process to that port. Then what reads
// from it fails.
//
// The HTTP library opens its sockets itself and hands them out only before they are open; so they
// are looked for among the process's files. That costs some microseconds a file: call it once for a
// connection that is to stay. Thread-safe.
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
