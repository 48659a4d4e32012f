#include "controller/write_budget.h"

#include <utility>

namespace structural::controller {

void WriteBudget::DropOld(WriteRecord& spent) const {
  const auto now = clock_.Now();
  while (!spent.times.empty() && spent.times.front() + window_ <= now) spent.times.erase(spent.times.begin());
}

// Removes records without a write in the last window. Does so at most once per window, so its cost is negligible.
void WriteBudget::DropExpired() {
  if (clock_.Now() < last_sweep_ + window_) return;
  last_sweep_ = clock_.Now();
  for (auto& [name, spent] : records_) DropOld(spent);
  std::erase_if(records_, [](const auto& entry) { return entry.second.times.empty(); });
}

// Returns the record of this object; null if it was not written in this generation.
WriteBudget::WriteRecord* WriteBudget::Find(const crd::ObjectMeta& object) {
  const auto at = records_.find(std::string(object.name));
  if (at == records_.end()) return nullptr;
  WriteRecord& spent = at->second;
  if (spent.uid != object.uid || spent.generation != object.generation) {
    records_.erase(at);
    return nullptr;
  }
  DropOld(spent);
  return &spent;
}

std::optional<WriteBudget::Refusal> WriteBudget::Check(const crd::ObjectMeta& object) {
  const std::lock_guard lock(mutex_);
  WriteRecord* spent = Find(object);
  if (spent == nullptr || spent->times.size() < max_writes_) return std::nullopt;
  const bool first = !std::exchange(spent->refused, true);
  return Refusal{spent->times[spent->times.size() - max_writes_] + window_, first};
}

void WriteBudget::RecordWrite(const crd::ObjectMeta& object) {
  const std::lock_guard lock(mutex_);
  DropExpired();
  WriteRecord* spent = Find(object);
  if (spent == nullptr) {
    spent = &records_[std::string(object.name)];
    spent->uid = object.uid;
    spent->generation = object.generation;
  }
  if (spent->resource_version == object.resource_version && !spent->times.empty()) spent->times.pop_back();
  spent->resource_version = object.resource_version;
  spent->times.push_back(clock_.Now());
  spent->refused = false;
}

void WriteBudget::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  records_.erase(name);
}

std::size_t WriteBudget::size() const {
  const std::lock_guard lock(mutex_);
  return records_.size();
}

}  // namespace structural::controller
