#include "cli/shared/log_budget.h"

#include <algorithm>

namespace structural::cli {

std::optional<std::size_t> LogBudget::Take(Place place, std::size_t bytes, Time now) {
  const std::lock_guard lock(mutex_);
  Account& account = accounts_.try_emplace(place, Account{.at = now}).first->second;
  const std::chrono::duration<double> passed = now - account.at;
  account.room = std::min(kBurst, account.room + std::max(0.0, passed.count()) * kPerSecond);
  account.at = now;
  if (account.room < static_cast<double>(bytes)) {
    ++account.left_out;
    return std::nullopt;
  }
  account.room -= static_cast<double>(bytes);
  return std::exchange(account.left_out, 0);
}

}  // namespace structural::cli
