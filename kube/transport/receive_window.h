// ReceiveWindow: limits the bytes of an answer that the HTTP library buffers.
//
// The library buffers an answer's header, the header line of a chunk, and a whole chunk without a limit, and delivers
// each of them only when it is complete. Therefore the bytes are counted before the library reads them: with TLS in
// OpenSSL's record layer, without TLS in the connection's Tunnel. Above the limit the connection ends at once.
//
// Each connection has one ReceiveWindow. All connections of a transport share a ReceiveBudget. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <openssl/ssl.h>

#include "schema/base/result.h"

namespace structural::kube {

// Maximum size of an answer's header. Upstream: net/http DefaultMaxHeaderBytes (Go 1.26), which is 1 MiB, and for
// requests. The limit here is smaller, because the HTTP library stores the header as a map, which can be many times as
// large.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{64} << 10;
// Maximum size of one chunk of an answer. It is larger than any object (kMaxBodyBytes), because servers send an object,
// or a page of a list, as one chunk.
inline constexpr std::size_t kMaxChunkBytes = std::size_t{6} << 20;
// Maximum sum of the bytes that all connections of a transport buffer at one time.
inline constexpr std::size_t kMaxReceivedBytes = std::size_t{8} << 20;

// ReceiveBudget: counts the bytes that the connections of one transport buffer, and limits their sum.
class ReceiveBudget {
 public:
  explicit ReceiveBudget(std::size_t limit) : limit_(limit) {}

  std::size_t limit() const { return limit_; }
  // Adds `bytes` to the sum of buffered bytes. Returns false if the sum exceeds the limit.
  bool Add(std::size_t bytes) { return (buffered_bytes_ += bytes) <= limit_; }
  void Release(std::size_t bytes) { buffered_bytes_ -= bytes; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> buffered_bytes_{0};
};

class ReceiveWindow : public std::enable_shared_from_this<ReceiveWindow> {
 public:
  explicit ReceiveWindow(std::shared_ptr<ReceiveBudget> budget) : budget_(std::move(budget)) {}
  ~ReceiveWindow() { OnDelivered(); }
  ReceiveWindow(const ReceiveWindow&) = delete;
  ReceiveWindow& operator=(const ReceiveWindow&) = delete;

  // Makes OpenSSL count the bytes that connections of this context receive after their handshakes. Ends a connection at
  // the limit. The context shares the ownership of this object.
  void Attach(SSL_CTX* context);

  // Must be called before each request is sent. The next bytes then count as the header of its answer.
  void BeginAnswer();
  // Must be called after the header is complete. Later bytes then count as the body.
  void BeginBody() { in_body_ = true; }
  bool in_body() const { return in_body_; }
  // Counts received bytes. Returns false if they exceed a limit; the connection must then end.
  bool Add(std::size_t bytes);
  // Ends the connection at the next byte. Cannot be undone.
  void Close() { closed_ = true; }
  // Must be called after the HTTP library has delivered its buffered bytes.
  void OnDelivered() { budget_->Release(buffered_bytes_.exchange(0)); }
  // Records whether the HTTP library has paused reading. While it is paused, the Tunnel does not read from the server.
  void Pause(bool paused) { paused_ = paused; }
  bool paused() const { return paused_; }

  // Returns the error if Add has returned false because of a limit; otherwise nullopt. It is kLimitExceeded for a chunk
  // or the sum of all connections, and kUnavailable for a header, because a request for less data would not help.
  std::optional<base::Error> failure() const;

 private:
  enum class ExceededLimit { kNone, kHeader, kChunk, kTotal };

  static void OnMessage(int written, int version, int content_type, const void* bytes, std::size_t count,
                        SSL* connection, void* self);

  const std::shared_ptr<ReceiveBudget> budget_;
  std::atomic<std::size_t> buffered_bytes_{0};
  std::atomic<bool> in_body_{false};
  std::atomic<bool> paused_{false};
  std::atomic<bool> closed_{false};
  std::atomic<ExceededLimit> exceeded_limit_{ExceededLimit::kNone};
};

// AnswerCounter: counts the bytes of answers in a Tunnel, that is, without TLS, in the connection's ReceiveWindow.
//
// It finds the end of each header itself, because the bytes in a Tunnel have not reached the HTTP library yet. (With
// TLS, the library reports the end.) Used by one thread.
class AnswerCounter {
 public:
  // The window must outlive the counter; null: nothing is counted.
  explicit AnswerCounter(ReceiveWindow* window) : window_(window) {}

  // Counts the next bytes, which can end at any place. Returns false if they exceed a limit of the window.
  bool Add(std::string_view bytes);

 private:
  std::size_t HeaderBytes(std::string_view bytes);

  ReceiveWindow* const window_;
  std::size_t matched_ = 0;  // number of bytes of "\r\n\r\n", the end of a header, with which the bytes so far end
};

}  // namespace structural::kube
