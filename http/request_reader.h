// RequestReader: makes requests of the bytes of one connection, without a network.
//
// Every byte of a connection comes in here, and is counted: a head against Limits::header_bytes, a
// body against Limits::body_bytes and the listener's BodyBudget, and the rest of a chunked body
// against ChunkedReader's limit. A request that exceeds one is refused; after that nothing is read.
//
// Memory: at most header_bytes of buffer, and the body. Between requests: none.
// Work: linear in the bytes. Not thread-safe.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "http/request_head.h"
#include "http/server.h"

namespace structural::http {

// BodyBudget: how many bytes of bodies all connections of a listener hold at a time.
// Thread-safe.
class BodyBudget {
 public:
  // What is free of charge in each body: small requests are served while large ones use all there
  // is.
  static constexpr std::size_t kFree = 64 * 1024;

  // 0: without bound.
  explicit BodyBudget(std::size_t most) : most_(most) {}

  // One body's share, given back at its end. Not thread-safe.
  class Share {
   public:
    explicit Share(BodyBudget& of) : of_(of) {}
    ~Share() { of_.held_ -= held_; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // The body has so many bytes by now. False: there is no room for them.
    bool Hold(std::size_t bytes) {
      const std::size_t charged = bytes > kFree ? bytes - kFree : 0;
      if (charged <= held_) return true;
      const std::size_t all = of_.held_ += charged - held_;
      held_ = charged;
      return of_.most_ == 0 || all <= of_.most_;
    }

   private:
    BodyBudget& of_;
    std::size_t held_ = 0;
  };

 private:
  const std::size_t most_;
  std::atomic<std::size_t> held_ = 0;
};

class RequestReader {
 public:
  enum class State { kHead, kBody, kComplete, kRefused };

  // Both must outlive it.
  RequestReader(const Limits& limits, BodyBudget& budget) : limits_(limits), budget_(budget) {}

  State state() const { return state_; }
  bool wants_bytes() const { return state_ == State::kHead || state_ == State::kBody; }
  // Whether a byte of the current request has come.
  bool begun() const { return state_ != State::kHead || begin_ < end_; }
  // Bytes that have come and belong to no request yet.
  std::size_t unused() const { return end_ - begin_; }

  // Where the next bytes are to be put; not empty. Precondition: wants_bytes().
  std::span<char> Room();
  // So many were put there.
  void Took(std::size_t bytes);
  // Whether the peer waits to be told to send the body; true once a request.
  bool TakeExpectation();

  // Of kBody and kComplete. The body is complete with the latter.
  RequestHead& head() { return *head_; }
  // Of kRefused: the answer that the peer gets, and how it is counted.
  RequestRejection why() const { return why_; }
  const Response& refusal() const { return refusal_; }
  // How many bytes the peer has announced and not sent yet. Of kRefused.
  std::uint64_t left() const { return left_ - std::min<std::uint64_t>(left_, unused()); }

  // Forgets the current request, and goes on with the bytes that came behind it.
  void Next();

 private:
  static constexpr std::size_t kFirstRoom = 1024;
  static constexpr std::size_t kBodyRoom = 16 * 1024;
  // From this size on a body gets the capacity for its announced length.
  static constexpr std::size_t kSincere = 64 * 1024;

  std::string_view Bytes() const { return std::string_view(buffer_).substr(begin_, unused()); }
  void Use(std::size_t bytes) { begin_ += bytes; }
  void Read();
  void ReadHead();
  void BeginBody();
  void ReadBody();
  void ReadChunks();
  bool Add(std::string_view data);
  void Refuse(RequestRejection why, int status, const std::string& text);

  const Limits& limits_;
  BodyBudget& budget_;
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
  RequestRejection why_ = RequestRejection::kNoHttp;
  Response refusal_;
};

}  // namespace structural::http
