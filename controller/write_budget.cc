#include "controller/write_budget.h"

#include <utility>

namespace structural::controller {

void WriteBudget::DropOld(WriteRecord& spent) const {
  const auto now = clock_.Now();
  while (!spent.at.empty() && spent.at.front() + window_ <= now) spent.at.erase(spent.at.begin());
}

// Removes old entries, at most once per window, so its cost is negligible.
void WriteBudget::DropExpired() {
  if (clock_.Now() < swept_ + window_) return;
  swept_ = clock_.Now();
  for (auto& [name, spent] : spent_) DropOld(spent);
  std::erase_if(spent_, [](const auto& entry) { return entry.second.at.empty(); });
}

// Returns the writes of this object in this generation, or null.
WriteBudget::WriteRecord* WriteBudget::Find(const crd::ObjectMeta& object) {
  const auto at = spent_.find(std::string(object.name));
  if (at == spent_.end()) return nullptr;
  WriteRecord& spent = at->second;
  if (spent.uid != object.uid || spent.generation != object.generation) {
    spent_.erase(at);
    return nullptr;
  }
  DropOld(spent);
  return &spent;
}

std::optional<WriteBudget::Refusal> WriteBudget::Check(const crd::ObjectMeta& object) {
  const std::lock_guard lock(mutex_);
  WriteRecord* spent = Find(object);
  if (spent == nullptr || spent->at.size() < writes_) return std::nullopt;
  const bool first = !std::exchange(spent->refused, true);
  return Refusal{spent->at[spent->at.size() - writes_] + window_, first};
}

void WriteBudget::Spend(const crd::ObjectMeta& object) {
  const std::lock_guard lock(mutex_);
  DropExpired();
  WriteRecord* spent = Find(object);
  if (spent == nullptr) {
    spent = &spent_[std::string(object.name)];
    spent->uid = object.uid;
    spent->generation = object.generation;
  }
  if (spent->resource_version == object.resource_version && !spent->at.empty()) spent->at.pop_back();
  spent->resource_version = object.resource_version;
  spent->at.push_back(clock_.Now());
  spent->refused = false;
}

void WriteBudget::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  spent_.erase(name);
}

std::size_t WriteBudget::size() const {
  const std::lock_guard lock(mutex_);
  return spent_.size();
}

}  // namespace structural::controller
