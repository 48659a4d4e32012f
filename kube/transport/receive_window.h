// ReceiveWindow: how many bytes of an answer the HTTP library may keep to itself.
//
// The library keeps an answer's header, a chunk's header line and a whole chunk in memory, however
// long each of them is, and hands nothing over before its end. So the bytes are counted where they
// come in, before the library sees them: in OpenSSL's record layer, or, without TLS, in the Tunnel
// of the connection. Beyond the limit the connection ends at once.
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

// An answer's header. Upstream: net/http DefaultMaxHeaderBytes is 1 MiB for requests (Go 1.26);
// the library makes a map of it, which is many times as large where the fields are short.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{64} << 10;
// One chunk of an answer. Larger than any object (kMaxObjectBytes): servers send an object, and
// a page of a list, as one chunk.
inline constexpr std::size_t kMaxChunkBytes = std::size_t{6} << 20;
// What all connections of a transport keep at one time.
inline constexpr std::size_t kMaxReceivedBytes = std::size_t{8} << 20;

// Bytes that the connections of one transport keep at present.
class ReceiveBudget {
 public:
  explicit ReceiveBudget(std::size_t limit) : limit_(limit) {}

  std::size_t limit() const { return limit_; }
  // False: with these bytes it is more than the limit.
  bool Add(std::size_t bytes) { return (kept_ += bytes) <= limit_; }
  void Release(std::size_t bytes) { kept_ -= bytes; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> kept_{0};
};

class ReceiveWindow : public std::enable_shared_from_this<ReceiveWindow> {
 public:
  explicit ReceiveWindow(std::shared_ptr<ReceiveBudget> budget) : budget_(std::move(budget)) {}
  ~ReceiveWindow() { HandedOver(); }
  ReceiveWindow(const ReceiveWindow&) = delete;
  ReceiveWindow& operator=(const ReceiveWindow&) = delete;

  // Counts what comes in over this context's connections after their handshakes, and ends them at
  // the limit. The context keeps this object alive.
  void Attach(SSL_CTX* context);

  // A new answer is waited for: its header comes first.
  void BeginAnswer();
  // The header has come to its end.
  void BeginBody() { in_body_ = true; }
  bool in_body() const { return in_body_; }
  // Bytes came in. False: they are too many, the connection is to end.
  bool Add(std::size_t bytes);
  // Nobody wants the rest of the answer: its next byte is too many. For good.
  void Close() { closed_ = true; }
  // The library has handed over what it kept.
  void HandedOver() { budget_->Release(kept_.exchange(0)); }
  // While paused the library takes no bytes from the connection, so none need to be read.
  void Pause(bool paused) { paused_ = paused; }
  bool paused() const { return paused_; }

  // Once Add returned false; none before. kLimitExceeded, with a reason in words; kUnavailable for
  // a header, which is no shorter where less is asked for.
  std::optional<base::Error> failure() const;

 private:
  enum class Excess { kNone, kHeader, kChunk, kTotal };

  static void OnMessage(int written, int version, int content_type, const void* bytes,
                        std::size_t count, SSL* connection, void* self);

  const std::shared_ptr<ReceiveBudget> budget_;
  std::atomic<std::size_t> kept_{0};
  std::atomic<bool> in_body_{false};
  std::atomic<bool> paused_{false};
  std::atomic<bool> closed_{false};
  std::atomic<Excess> excess_{Excess::kNone};
};

// AnswerCounter: counts a plain HTTP connection's answers into its ReceiveWindow.
//
// Where TLS ends in the HTTP library, the library tells when a header has ended; what comes through
// a Tunnel is ahead of the library, so the end is looked for in the bytes.
//
// Owned by one thread.
class AnswerCounter {
 public:
  // The window outlives it; null: nothing is counted.
  explicit AnswerCounter(ReceiveWindow* window) : window_(window) {}

  // Takes the next bytes, which may end anywhere. False: they are too many.
  bool Add(std::string_view bytes);

 private:
  std::size_t HeaderBytes(std::string_view bytes);

  ReceiveWindow* const window_;
  std::size_t matched_ = 0;  // how much of the header's end was seen
};

}  // namespace structural::kube
