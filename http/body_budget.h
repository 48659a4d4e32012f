// BodyBudget: how many bytes of bodies all connections of a listener hold at a time.
#pragma once

#include <atomic>
#include <cstddef>

namespace structural::http {

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

}  // namespace structural::http
