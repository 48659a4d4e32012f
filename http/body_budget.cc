#include "http/body_budget.h"

#include <tuple>
#include <utility>

namespace structural::http {

BodyBudget::Share::Share(BodyBudget& of, const Body& body, std::function<void()> end)
    : budget_(of), at_([&] {
        const std::lock_guard lock(of.mutex_);
        return of.entries_.insert(of.entries_.end(),
                                  Entry{.body = body, .begin_time = of.now_(), .end = std::move(end)});
      }()) {}

BodyBudget::Share::~Share() {
  const std::lock_guard lock(budget_.mutex_);
  budget_.charged_bytes_ -= at_->charged_bytes;
  if (at_->evicted) budget_.evicted_bytes_ -= at_->charged_bytes;
  budget_.entries_.erase(at_);
}

BodyBudget::ChargeResult BodyBudget::Share::Charge(std::size_t bytes) {
  const std::lock_guard lock(budget_.mutex_);
  if (at_->evicted) return ChargeResult::kNo;
  const std::size_t before = at_->charged_bytes;
  at_->charged_bytes = bytes > kUnchargedBytes ? bytes - kUnchargedBytes : 0;
  budget_.charged_bytes_ += at_->charged_bytes - before;
  const ChargeResult room = at_->charged_bytes <= before ? ChargeResult::kYes : budget_.MakeRoom(at_);
  if (room == ChargeResult::kYes) return room;
  budget_.charged_bytes_ -= at_->charged_bytes - before;
  at_->charged_bytes = before;
  return room;
}

void BodyBudget::Share::MarkComplete() {
  const std::lock_guard lock(budget_.mutex_);
  at_->end = nullptr;
}

bool BodyBudget::Share::is_evicted() const {
  const std::lock_guard lock(budget_.mutex_);
  return at_->evicted;
}

BodyBudget::Entries::iterator BodyBudget::NextToEvict(Entries::iterator newcomer) {
  const Body& body = newcomer->body;
  const Clock::time_point late = now_() - kSlowAfter;
  const auto rank = [](const Share::Entry& entry) { return std::tuple(!entry.body.trusted, entry.body.size); };
  auto next = entries_.end();
  bool older = true;
  for (auto each = entries_.begin(); each != entries_.end(); ++each) {
    if (each == newcomer) older = false;
    const bool larger = each->body.size > body.size;
    const bool stale = older && (each->body.size == body.size || each->begin_time <= late);
    const bool gives_way = each->body.trusted == body.trusted ? larger || stale : body.trusted;
    if (!gives_way || each->end == nullptr || each->charged_bytes == 0) continue;
    if (next == entries_.end() || rank(*each) > rank(*next)) next = each;
  }
  return next;
}

BodyBudget::ChargeResult BodyBudget::MakeRoom(Entries::iterator newcomer) {
  const auto fits = [this] { return charged_bytes_ - evicted_bytes_ <= max_bytes_; };
  while (max_bytes_ > 0 && !fits()) {
    const auto next = NextToEvict(newcomer);
    if (next == entries_.end()) return ChargeResult::kNo;
    next->evicted = true;
    evicted_bytes_ += next->charged_bytes;
    std::exchange(next->end, nullptr)();
  }
  return max_bytes_ == 0 || charged_bytes_ <= max_bytes_ ? ChargeResult::kYes : ChargeResult::kLater;
}

}  // namespace structural::http
