// RequestReader: reads the requests of one connection. The caller passes the bytes that arrive; RequestReader itself
// does not use the network.
//
// Limits: a head has at most Limits::header_bytes. A body has at most Limits::body_bytes, and must fit into the
// listener's BodyBudget. ChunkedReader limits the framing of a chunked body. A request that exceeds a limit is refused,
// and nothing is read after it.
//
// Memory: a receive buffer of at most header_bytes, and the body, whose buffer is at most twice as large as the part
// that has arrived. While the body moves to a larger buffer, the old buffer exists, too, but only for one connection of
// the listener at a time. Between requests no memory is used. Work: linear in the bytes. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "http/body_budget.h"
#include "http/request_head.h"
#include "http/server.h"

namespace structural::http {

class RequestReader {
 public:
  enum class State { kHead, kBody, kComplete, kRefused };

  // `limits` and `budget` must outlive the reader. `end_body` is called at most once for each
  // request, from any thread, if the budget evicts its incomplete body. It must not block, and must
  // cause a call of RefuseIfEvicted.
  RequestReader(
      const Limits& limits, BodyBudget& budget, std::function<void()> end_body = [] {})
      : limits_(limits), budget_(budget), end_body_(std::move(end_body)) {}

  State state() const { return state_; }
  bool wants_bytes() const { return state_ == State::kHead || state_ == State::kBody; }
  // Returns whether bytes of the body have arrived, but must wait until the memory of evicted bodies is free. The
  // caller must then call RequestMemory after a short time, which tries to continue.
  bool waits_for_memory() const { return !waiting_data_.empty(); }
  void RequestMemory();
  // Returns whether the budget has evicted the body that is being received. If so, RefuseIfEvicted refuses the request
  // and returns true; otherwise it does nothing and returns false.
  bool is_evicted() const { return state_ == State::kBody && share_->is_evicted(); }
  bool RefuseIfEvicted();
  // Returns whether a byte of the current request has arrived.
  bool has_begun() const { return state_ != State::kHead || begin_ < end_; }
  // Returns the number of bytes that arrived after the current request.
  std::size_t unused_bytes() const { return end_ - begin_; }

  // Returns the buffer into which the caller writes the next bytes; never empty. Precondition: wants_bytes() and not
  // waits_for_memory().
  std::span<char> ReceiveBuffer();
  // Must be called after the first `bytes` bytes of ReceiveBuffer() were written. Reads them.
  void OnReceived(std::size_t bytes);
  // Returns whether the peer waits for "100 Continue". Later calls for the same request return false.
  bool TakeExpectation();

  // Marks the later bodies of this peer as trusted (BodyBudget). Must be called when the peer was answered with
  // success.
  void TrustPeer() { trusted_ = true; }

  // Returns the request. Precondition: the state is kBody or kComplete. In kBody its body is incomplete.
  RequestHead& head() { return *head_; }
  // rejection returns why the request was refused, for the metrics. refusal returns the answer for the peer.
  // Precondition: the state is kRefused.
  RequestRejection rejection() const { return rejection_; }
  const Response& refusal() const { return refusal_; }
  // Returns the number of bytes that the peer has announced, but not sent yet. Precondition: the state is kRefused.
  std::uint64_t unsent_bytes() const {
    return missing_body_bytes_ - std::min<std::uint64_t>(missing_body_bytes_, unused_bytes());
  }

  // Frees all memory. Afterwards the reader reads nothing.
  void Abandon();

  // Drops the current request, and reads the bytes that have arrived after it.
  void Next();

 private:
  static constexpr std::size_t kMinHeadBuffer = 1024;       // minimum size of the receive buffer for a head, in bytes
  static constexpr std::size_t kMinBodyBuffer = 16 * 1024;  // minimum size of the receive buffer for a body, in bytes
  // Minimum capacity, in bytes, of the buffer that stores the body; less if a smaller body is announced.
  static constexpr std::size_t kMinBodyCapacity = 4 * 1024;

  std::string_view Bytes() const { return std::string_view(buffer_).substr(begin_, unused_bytes()); }
  void Use(std::size_t bytes) { begin_ += bytes; }
  void Read();
  void ReadHead();
  void BeginBody();
  void ReadBody();
  void ReadChunks();
  void Complete();
  bool Add(std::string_view data);
  void RefuseForMemory();
  BodyBudget::ChargeResult Reserve(std::size_t size);
  void Refuse(RequestRejection why, int status, const std::string& text);

  const Limits& limits_;
  BodyBudget& budget_;
  const std::function<void()> end_body_;
  bool trusted_ = false;
  State state_ = State::kHead;
  std::string buffer_;
  std::size_t begin_ = 0;  // offset in buffer_ of the bytes that were received, but not read yet
  std::size_t end_ = 0;    // offset after these bytes
  HeadScanner scanner_;
  std::optional<RequestHead> head_;
  std::uint64_t missing_body_bytes_ = 0;  // number of bytes of the announced body that were not read yet
  bool expects_continue_ = false;
  ChunkedReader chunked_reader_;
  std::optional<BodyBudget::Share> share_;
  std::string_view waiting_data_;  // data of the body that waits for memory, as a view of buffer_
  RequestRejection rejection_ = RequestRejection::kNotHttp;
  Response refusal_;
};

}  // namespace structural::http
