// BodyBudget: limits the bytes that the bodies of all connections of a listener use at one time.
//
// A body is charged for the capacity of its buffer beyond kUnchargedBytes, so small requests are read while large ones use the
// whole budget. If a body does not fit, the budget evicts incomplete bodies:
//   - larger ones, the largest one first. The size is that of the complete body;
//   - older ones of the same size, or that have taken kSlow, the oldest one first.
// Bodies of unknown peers are evicted before those of trusted peers, which are evicted only for other trusted peers. So a
// peer that announces a large body, or sends slowly, loses its place to a peer that sends a review at once. A complete
// body stays until its request is answered. Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <utility>

namespace structural::http {

class BodyBudget {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kUnchargedBytes = 64 * 1024;  // bytes
  static constexpr std::chrono::seconds kSlow{1};

  // `max` in bytes; 0: no limit.
  explicit BodyBudget(std::size_t max, std::function<Clock::time_point()> now = &Clock::now)
      : max_(max), now_(std::move(now)) {}
  BodyBudget(const BodyBudget&) = delete;
  BodyBudget& operator=(const BodyBudget&) = delete;

  enum class ChargeResult { kYes, kLater, kNo };

  struct Body {
    std::size_t size = 0;  // bytes of the complete body, or its maximum if not announced
    bool trusted = false;  // the peer has received an answer with success
  };

  // The charge for one body, which the destructor releases. The calls of one share must not be
  // concurrent.
  class Share {
   public:
    // `end` is called at most once, if the body is evicted: from any thread, with the budget locked. It must not block,
    // must not use the budget, and must cause the destruction of the share.
    Share(BodyBudget& of, const Body& body, std::function<void()> end);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Changes the charge of the body to a buffer of `bytes` bytes. kLater: the memory of evicted bodies is not free
    // yet; call again. kNo: the body does not fit, or was evicted. After kLater and kNo the charge is unchanged.
    ChargeResult Charge(std::size_t bytes);

    // Returns a lock, which must be locked while the body moves to a larger buffer. The budget does not count the old
    // buffer, so the lock allows only one such move at a time.
    [[nodiscard]] std::unique_lock<std::mutex> LockForMove() { return std::unique_lock(of_.moving_); }

    // Returns whether the body was evicted.
    bool ended() const;

    // Marks the body as complete: it cannot be evicted afterwards.
    void Keep();

   private:
    friend class BodyBudget;
    struct Entry {
      Body body;
      Clock::time_point begun;
      std::size_t charged = 0;  // bytes that the body is charged for
      bool ended = false;
      std::function<void()> end = {};  // null if the body cannot be evicted
    };

    BodyBudget& of_;
    const std::list<Entry>::iterator at_;
  };

 private:
  using Entries = std::list<Share::Entry>;

  ChargeResult MakeRoom(Entries::iterator newcomer);
  Entries::iterator NextToEnd(Entries::iterator newcomer);

  const std::size_t max_;
  const std::function<Clock::time_point()> now_;
  std::mutex moving_;
  std::mutex mutex_;
  Entries entries_;         // charged bodies, the oldest first
  std::size_t held_ = 0;    // bytes that all bodies are charged for
  std::size_t ending_ = 0;  // the part of held_ that belongs to evicted bodies
};

}  // namespace structural::http
