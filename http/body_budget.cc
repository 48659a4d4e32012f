#include "http/body_budget.h"

#include <tuple>
#include <utility>

namespace structural::http {

BodyBudget::Share::Share(BodyBudget& of, const Body& body, std::function<void()> end)
    : of_(of), at_([&] {
        const std::lock_guard lock(of.mutex_);
        return of.entries_.insert(of.entries_.end(), Entry{.body = body, .begun = of.now_(), .end = std::move(end)});
      }()) {}

BodyBudget::Share::~Share() {
  const std::lock_guard lock(of_.mutex_);
  of_.held_ -= at_->charged;
  if (at_->ended) of_.ending_ -= at_->charged;
  of_.entries_.erase(at_);
}

BodyBudget::ChargeResult BodyBudget::Share::Charge(std::size_t bytes) {
  const std::lock_guard lock(of_.mutex_);
  if (at_->ended) return ChargeResult::kNo;
  const std::size_t before = at_->charged;
  at_->charged = bytes > kUnchargedBytes ? bytes - kUnchargedBytes : 0;
  of_.held_ += at_->charged - before;
  const ChargeResult room = at_->charged <= before ? ChargeResult::kYes : of_.MakeRoom(at_);
  if (room == ChargeResult::kYes) return room;
  of_.held_ -= at_->charged - before;
  at_->charged = before;
  return room;
}

void BodyBudget::Share::Keep() {
  const std::lock_guard lock(of_.mutex_);
  at_->end = nullptr;
}

bool BodyBudget::Share::ended() const {
  const std::lock_guard lock(of_.mutex_);
  return at_->ended;
}

BodyBudget::Entries::iterator BodyBudget::NextToEnd(Entries::iterator newcomer) {
  const Body& body = newcomer->body;
  const Clock::time_point late = now_() - kSlow;
  const auto rank = [](const Share::Entry& entry) { return std::tuple(!entry.body.trusted, entry.body.size); };
  auto next = entries_.end();
  bool older = true;
  for (auto each = entries_.begin(); each != entries_.end(); ++each) {
    if (each == newcomer) older = false;
    const bool larger = each->body.size > body.size;
    const bool stale = older && (each->body.size == body.size || each->begun <= late);
    const bool gives_way = each->body.trusted == body.trusted ? larger || stale : body.trusted;
    if (!gives_way || each->end == nullptr || each->charged == 0) continue;
    if (next == entries_.end() || rank(*each) > rank(*next)) next = each;
  }
  return next;
}

BodyBudget::ChargeResult BodyBudget::MakeRoom(Entries::iterator newcomer) {
  const auto fits = [this] { return held_ - ending_ <= max_; };
  while (max_ > 0 && !fits()) {
    const auto next = NextToEnd(newcomer);
    if (next == entries_.end()) return ChargeResult::kNo;
    next->ended = true;
    ending_ += next->charged;
    std::exchange(next->end, nullptr)();
  }
  return max_ == 0 || held_ <= max_ ? ChargeResult::kYes : ChargeResult::kLater;
}

}  // namespace structural::http
