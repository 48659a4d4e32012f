// RequestReader: reads the requests of one connection from its bytes, without a network.
//
// Counts every byte of the connection: a head against Limits::header_bytes, a body against
// Limits::body_bytes and the listener's BodyBudget, and the framing of a chunked body against
// ChunkedReader's limit. A request that exceeds a limit is refused, and nothing is read after it.
//
// Memory: at most header_bytes of buffer, and the body, whose buffer is at most twice as large as the part that has
// arrived. While that buffer grows, the old one exists beside it, for one connection of the listener at a time. Between
// requests: none.
// Work: linear in the bytes. Not thread-safe.
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
  // Returns whether bytes of the body have arrived, and wait for the memory of evicted bodies. Call
  // AskForRoom after a short time.
  bool waits_for_room() const { return !waiting_.empty(); }
  void AskForRoom();
  // Returns whether the budget has evicted the body that is being received. RefuseIfEvicted then refuses
  // the request, and returns true.
  bool is_evicted() const { return state_ == State::kBody && share_->ended(); }
  bool RefuseIfEvicted();
  // Returns whether a byte of the current request has arrived.
  bool begun() const { return state_ != State::kHead || begin_ < end_; }
  // Returns the number of bytes that arrived after the current request.
  std::size_t unused() const { return end_ - begin_; }

  // Returns the buffer for the next bytes; not empty. Precondition: wants_bytes() and not
  // waits_for_room().
  std::span<char> Room();
  // Records that the first `bytes` bytes of Room() were filled.
  void OnReceived(std::size_t bytes);
  // Returns, once for each request, whether the peer waits for "100 Continue".
  bool TakeExpectation();

  // Records that the peer has received an answer with success: its later bodies are trusted
  // (BodyBudget).
  void Trust() { trusted_ = true; }

  // Precondition: kBody or kComplete. The body is complete only in kComplete.
  RequestHead& head() { return *head_; }
  // Precondition: kRefused. Return the reason for the metrics, and the answer for the peer.
  RequestRejection why() const { return why_; }
  const Response& refusal() const { return refusal_; }
  // Precondition: kRefused. Returns the number of bytes that the peer has announced and not sent
  // yet.
  std::uint64_t left() const { return left_ - std::min<std::uint64_t>(left_, unused()); }

  // Frees all memory; nothing is read afterwards.
  void Abandon();

  // Drops the current request, and continues with the bytes after it.
  void Next();

 private:
  static constexpr std::size_t kFirstRoom = 1024;
  static constexpr std::size_t kBodyRoom = 16 * 1024;
  // Size of the first buffer of a body that does not arrive at once.
  static constexpr std::size_t kFirstBody = 4 * 1024;

  std::string_view Bytes() const { return std::string_view(buffer_).substr(begin_, unused()); }
  void Use(std::size_t bytes) { begin_ += bytes; }
  void Read();
  void ReadHead();
  void BeginBody();
  void ReadBody();
  void ReadChunks();
  void Complete();
  bool Add(std::string_view data);
  void RefuseForRoom();
  BodyBudget::ChargeResult Reserve(std::size_t size);
  void Refuse(RequestRejection why, int status, const std::string& text);

  const Limits& limits_;
  BodyBudget& budget_;
  const std::function<void()> end_body_;
  bool trusted_ = false;
  State state_ = State::kHead;
  std::string buffer_;
  std::size_t begin_ = 0;  // offset of the unused bytes in the buffer
  std::size_t end_ = 0;
  HeadScanner scanner_;
  std::optional<RequestHead> head_;
  std::uint64_t left_ = 0;  // bytes of the announced body that did not arrive yet
  bool expectation_ = false;
  ChunkedReader chunks_;
  std::optional<BodyBudget::Share> share_;
  std::string_view waiting_;  // view of the buffer: data that waits for room
  RequestRejection why_ = RequestRejection::kNoHttp;
  Response refusal_;
};

}  // namespace structural::http
