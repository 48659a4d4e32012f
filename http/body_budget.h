// BodyBudget: the limit of bytes that the bodies of all connections of a listener hold at one time.
//
// A body is charged for the capacity of its buffer beyond kFree, so small requests are read while large ones use the
// whole budget. If there is no room for a body, incomplete bodies end for it:
//   - bodies that will be larger, the largest one first;
//   - older bodies that will be as large, or that have taken kSlow, the oldest one first.
// A stranger ends before a trusted peer, and a trusted peer ends only for another one. So a peer that announces much, or
// sends slowly, gives way to one that sends a review at once. A complete body stays until its request is answered.
// Thread-safe.
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
  static constexpr std::size_t kFree = 64 * 1024;  // bytes
  static constexpr std::chrono::seconds kSlow{1};

  // `most` in bytes; 0: no limit.
  explicit BodyBudget(std::size_t most, std::function<Clock::time_point()> now = &Clock::now)
      : most_(most), now_(std::move(now)) {}
  BodyBudget(const BodyBudget&) = delete;
  BodyBudget& operator=(const BodyBudget&) = delete;

  enum class Room { kYes, kLater, kNo };

  struct Body {
    std::size_t size = 0;  // bytes when it is complete; the most that they can be if that is not announced
    bool trusted = false;  // its peer has had an answer with success
  };

  // The charge for one body; given back by the destructor. The calls of one share are made one at a time.
  class Share {
   public:
    // `end` is called at most once, from any thread, with the budget locked: it must neither block nor use the budget.
    // The share must be destroyed soon.
    Share(BodyBudget& of, const Body& body, std::function<void()> end);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Charges the body for a buffer of this size instead of the earlier one. kLater: bodies were told to end, so there
    // will be room soon. kNo: there is no room, or this body was told to end. In both cases the earlier charge stays.
    Room Hold(std::size_t bytes);

    // To be held while the body moves to a larger buffer: the budget does not count the old buffer, so only one exists
    // at a time.
    [[nodiscard]] std::unique_lock<std::mutex> Moving() { return std::unique_lock(of_.moving_); }

    // Whether the body was told to end.
    bool ended() const;

    // The body is complete: it does not end for others.
    void Keep();

   private:
    friend class BodyBudget;
    struct Entry {
      Body body;
      Clock::time_point begun;
      std::size_t charged = 0;  // bytes
      bool ended = false;
      std::function<void()> end = {};  // null: it does not end for others
    };

    BodyBudget& of_;
    const std::list<Entry>::iterator at_;
  };

 private:
  using Entries = std::list<Share::Entry>;

  Room MakeRoom(Entries::iterator newcomer);
  Entries::iterator NextToEnd(Entries::iterator newcomer);

  const std::size_t most_;
  const std::function<Clock::time_point()> now_;
  std::mutex moving_;
  std::mutex mutex_;
  Entries entries_;       // the oldest first
  std::size_t held_ = 0;    // bytes
  std::size_t ending_ = 0;  // of these, by bodies that were told to end
};

}  // namespace structural::http
