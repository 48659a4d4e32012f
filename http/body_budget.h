// BodyBudget: limits the memory that the request bodies of all connections of a listener use at one time.
//
// A body is charged for the capacity of its buffer beyond kUnchargedBytes. Therefore small requests are read even while
// large ones use the whole budget. If a body does not fit, the budget evicts other bodies, which must be incomplete:
//   - bodies with a larger complete size than the body that does not fit, the largest one first;
//   - older bodies of the same size, and older bodies that have taken longer than kSlowAfter, the oldest one first.
// Bodies of unknown peers are evicted first. Bodies of trusted peers are evicted only for those of other trusted peers.
// So a peer that announces a large body, or sends slowly, loses its memory to a peer that sends a review at once. A
// complete body stays until its request is answered. Thread-safe.
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
  static constexpr std::size_t kUnchargedBytes = 64 * 1024;
  static constexpr std::chrono::seconds kSlowAfter{1};

  // `max`: maximum number of charged bytes; 0: no limit.
  explicit BodyBudget(std::size_t max, std::function<Clock::time_point()> now = &Clock::now)
      : max_bytes_(max), now_(std::move(now)) {}
  BodyBudget(const BodyBudget&) = delete;
  BodyBudget& operator=(const BodyBudget&) = delete;

  enum class ChargeResult { kYes, kLater, kNo };

  struct Body {
    std::size_t size = 0;  // size in bytes of the complete body; if not announced, its maximum size
    bool trusted = false;  // the peer has received an answer with success
  };

  // The charge for one body, which the destructor releases. The functions of one share must not be called concurrently.
  class Share {
   public:
    // `end` is called if the body is evicted: at most once, from any thread, while the budget is locked. It must not
    // block or use the budget. Soon after it, the share must be destroyed.
    Share(BodyBudget& of, const Body& body, std::function<void()> end);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Charges the body for a buffer of `bytes` bytes, instead of the previous size. kYes: done. kLater: the memory of
    // evicted bodies is not free yet; call again. kNo: the body does not fit, or was evicted. After kLater and kNo the
    // charge is unchanged.
    ChargeResult Charge(std::size_t bytes);

    // Returns a lock that the caller must keep while it moves the body to a larger buffer. The budget does not count
    // the old buffer, so the lock allows only one such move at a time.
    [[nodiscard]] std::unique_lock<std::mutex> LockForMove() { return std::unique_lock(budget_.move_mutex_); }

    // Returns whether the body was evicted.
    bool is_evicted() const;

    // Marks the body as complete: it cannot be evicted afterwards.
    void MarkComplete();

   private:
    friend class BodyBudget;
    struct Entry {
      Body body;
      Clock::time_point begin_time;
      std::size_t charged_bytes = 0;  // number of bytes for which the body is charged
      bool evicted = false;
      std::function<void()> end = {};  // null if the body cannot be evicted, or was evicted
    };

    BodyBudget& budget_;
    const std::list<Entry>::iterator at_;
  };

 private:
  using Entries = std::list<Share::Entry>;

  ChargeResult MakeRoom(Entries::iterator newcomer);
  Entries::iterator NextToEvict(Entries::iterator newcomer);

  const std::size_t max_bytes_;
  const std::function<Clock::time_point()> now_;
  std::mutex move_mutex_;
  std::mutex mutex_;
  Entries entries_;                // all bodies, the oldest first
  std::size_t charged_bytes_ = 0;  // number of bytes for which all bodies are charged
  std::size_t evicted_bytes_ = 0;  // the part of charged_bytes_ that belongs to evicted bodies
};

}  // namespace structural::http
