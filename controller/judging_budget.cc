#include "controller/judging_budget.h"

namespace structural::controller {
namespace {

constexpr std::size_t kOrdinaryBytes = std::size_t{32} << 10;
// Measured: a schema is 250 bytes, an element of an enum 34.
constexpr std::size_t kObjectBytes = 256;
constexpr std::size_t kElementBytes = 40;

}  // namespace

std::size_t JudgingBudget::CostOf(std::string_view text) {
  if (text.size() <= kOrdinaryBytes) return 0;
  std::size_t objects = 0, elements = 0;
  for (const char c : text) {
    objects += c == '{';
    elements += c == ',';
  }
  return text.size() + objects * kObjectBytes + elements * kElementBytes;
}

std::unique_ptr<JudgingBudget::Share> JudgingBudget::Take(std::size_t cost, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (!room_.wait(lock, stop, [&] { return taken_ + cost <= max_; })) return nullptr;
  taken_ += cost;
  return std::make_unique<Share>(*this, cost);
}

void JudgingBudget::Return(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    taken_ -= bytes;
  }
  room_.notify_all();
}

void JudgingBudget::Share::Shrink(std::size_t bytes) {
  if (bytes >= bytes_) return;
  budget_->Return(bytes_ - bytes);
  bytes_ = bytes;
}

}  // namespace structural::controller
