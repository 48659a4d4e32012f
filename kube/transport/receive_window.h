// ReceiveWindow: limits the bytes of an answer that the HTTP library buffers.
//
// The library buffers an answer's header, a chunk's header line and a whole chunk without a limit,
// and delivers each only when it is complete. So the bytes are counted before the library reads
// them: in OpenSSL's record layer, or, without TLS, in the Tunnel of the connection. Above the
// limit the connection ends at once.
//
// One for each connection; all of them share a ReceiveBudget. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <openssl/ssl.h>

#include "schema/base/result.h"

namespace structural::kube {

// Maximum size of an answer's header. Upstream: net/http DefaultMaxHeaderBytes is 1 MiB for
// requests (Go 1.26); the library stores a map, which is many times as large if the fields are
// short.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{64} << 10;
// Maximum size of one chunk of an answer. Larger than any object (kMaxObjectBytes), because servers
// send an object, and a page of a list, as one chunk.
inline constexpr std::size_t kMaxChunkBytes = std::size_t{6} << 20;
// Maximum sum of the bytes that all connections of a transport buffer at one time.
inline constexpr std::size_t kMaxReceivedBytes = std::size_t{8} << 20;

// The bytes that the connections of one transport buffer at present.
class ReceiveBudget {
 public:
  explicit ReceiveBudget(std::size_t limit) : limit_(limit) {}

  std::size_t limit() const { return limit_; }
  // Returns false if the sum exceeds the limit.
  bool Add(std::size_t bytes) { return (kept_ += bytes) <= limit_; }
  void Release(std::size_t bytes) { kept_ -= bytes; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> kept_{0};
};

class ReceiveWindow : public std::enable_shared_from_this<ReceiveWindow> {
 public:
  explicit ReceiveWindow(std::shared_ptr<ReceiveBudget> budget) : budget_(std::move(budget)) {}
  ~ReceiveWindow() { OnDelivered(); }
  ReceiveWindow(const ReceiveWindow&) = delete;
  ReceiveWindow& operator=(const ReceiveWindow&) = delete;

  // Counts the bytes that connections of this context receive after their handshakes, and ends them
  // at the limit. The context keeps this object alive.
  void Attach(SSL_CTX* context);

  // Must be called before a new answer, which begins with its header.
  void BeginAnswer();
  // Must be called after the header is complete.
  void BeginBody() { in_body_ = true; }
  bool in_body() const { return in_body_; }
  // Adds received bytes. Returns false if they exceed the limit, so that the connection must end.
  bool Add(std::size_t bytes);
  // Ends the connection at the next byte. Cannot be undone.
  void Close() { closed_ = true; }
  // Must be called after the HTTP library has delivered its buffered bytes.
  void OnDelivered() { budget_->Release(kept_.exchange(0)); }
  // While paused the HTTP library reads nothing from the connection, so no bytes need to be read for it.
  void Pause(bool paused) { paused_ = paused; }
  bool paused() const { return paused_; }

  // Returns the reason after Add has returned false; nullopt before. kLimitExceeded, or
  // kUnavailable for a header, which smaller requests do not shorten.
  std::optional<base::Error> failure() const;

 private:
  enum class ExceededLimit { kNone, kHeader, kChunk, kTotal };

  static void OnMessage(int written, int version, int content_type, const void* bytes, std::size_t count,
                        SSL* connection, void* self);

  const std::shared_ptr<ReceiveBudget> budget_;
  std::atomic<std::size_t> kept_{0};
  std::atomic<bool> in_body_{false};
  std::atomic<bool> paused_{false};
  std::atomic<bool> closed_{false};
  std::atomic<ExceededLimit> excess_{ExceededLimit::kNone};
};

// AnswerCounter: adds the answers of an HTTP connection without TLS to its ReceiveWindow.
//
// With TLS the HTTP library reports the end of a header. Bytes in a Tunnel have not reached the library yet, so the
// counter finds the end of the header itself.
//
// Used by one thread.
class AnswerCounter {
 public:
  // The window must outlive the counter; null: nothing is counted.
  explicit AnswerCounter(ReceiveWindow* window) : window_(window) {}

  // Adds the next bytes, which can end at any place. Returns false if they exceed the limit.
  bool Add(std::string_view bytes);

 private:
  std::size_t HeaderBytes(std::string_view bytes);

  ReceiveWindow* const window_;
  std::size_t matched_ = 0;  // number of matched bytes of the header's end
};

}  // namespace structural::kube
