// RequestReader: makes requests of the bytes of one connection, without a network.
//
// Every byte of a connection comes in here, and is counted: a head against Limits::header_bytes, a
// body against Limits::body_bytes and the listener's BodyBudget, and the rest of a chunked body
// against ChunkedReader's limit. A request that exceeds one is refused; after that nothing is read.
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

  // Both must outlive it. `end_body` is called at most once for each request, from any thread, if the budget evicts its
  // incomplete body. It must not block, and must cause a call of GiveWay.
  RequestReader(const Limits& limits, BodyBudget& budget, std::function<void()> end_body = [] {})
      : limits_(limits), budget_(budget), end_body_(std::move(end_body)) {}

  State state() const { return state_; }
  bool wants_bytes() const { return state_ == State::kHead || state_ == State::kBody; }
  // Bytes of the body have arrived, and wait for the memory of evicted bodies. Call AskForRoom after a short time.
  bool waits_for_room() const { return !waiting_.empty(); }
  void AskForRoom();
  // Whether the budget has evicted the body that is being received. GiveWay then refuses the request, and returns true.
  bool must_give_way() const { return state_ == State::kBody && share_->ended(); }
  bool GiveWay();
  // Whether a byte of the current request has come.
  bool begun() const { return state_ != State::kHead || begin_ < end_; }
  // Bytes that have come and belong to no request yet.
  std::size_t unused() const { return end_ - begin_; }

  // Where the next bytes are to be put; not empty. Precondition: wants_bytes() and not waits_for_room().
  std::span<char> Room();
  // So many were put there.
  void Took(std::size_t bytes);
  // Whether the peer waits to be told to send the body; true once a request.
  bool TakeExpectation();

  // The peer has received an answer with success: its later bodies are trusted (BodyBudget).
  void Trust() { trusted_ = true; }

  // Of kBody and kComplete. The body is complete with the latter.
  RequestHead& head() { return *head_; }
  // Of kRefused: the answer that the peer gets, and how it is counted.
  RequestRejection why() const { return why_; }
  const Response& refusal() const { return refusal_; }
  // How many bytes the peer has announced and not sent yet. Of kRefused.
  std::uint64_t left() const { return left_ - std::min<std::uint64_t>(left_, unused()); }

  // Frees what it holds; nothing more is read.
  void Abandon();

  // Forgets the current request, and goes on with the bytes that came behind it.
  void Next();

 private:
  static constexpr std::size_t kFirstRoom = 1024;
  static constexpr std::size_t kBodyRoom = 16 * 1024;
  // The first buffer of a body that does not arrive as a whole.
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
  BodyBudget::Room Reserve(std::size_t size);
  void Refuse(RequestRejection why, int status, const std::string& text);

  const Limits& limits_;
  BodyBudget& budget_;
  const std::function<void()> end_body_;
  bool trusted_ = false;
  State state_ = State::kHead;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what is not used, in the buffer
  std::size_t end_ = 0;
  HeadScanner scanner_;
  std::optional<RequestHead> head_;
  std::uint64_t left_ = 0;  // of the body's announced length
  bool expectation_ = false;
  ChunkedReader chunks_;
  std::optional<BodyBudget::Share> share_;
  std::string_view waiting_;  // in the buffer
  RequestRejection why_ = RequestRejection::kNoHttp;
  Response refusal_;
};

}  // namespace structural::http
