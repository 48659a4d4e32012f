#include "controller/store.h"

#include <utility>

namespace structural::controller {

void Store::DropPending(Entry& entry) {
  pending_bytes_ -= entry.pending.size();
  pending_texts_ -= !entry.pending.empty();
  entry.pending = {};
  room_.notify_all();
}

// Removes the entry's text, and subtracts the entry from the totals of the Store. Must be called before the entry is
// erased.
void Store::SubtractTotals(Entry& entry) {
  DropPending(entry);
  unevaluated_ -= entry.state == State::kUnknown;
}

bool Store::Update(const crd::Meta& meta, std::string_view text, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  // Returns whether the Store has space for the text. If no other text waits, it has space even for a text above the
  // limit.
  const auto fits = [&] {
    return pending_bytes_ == 0 ||
           (pending_bytes_ + text.size() <= max_pending_bytes_ && pending_texts_ < kMaxPendingTexts);
  };
  if (!room_.wait(lock, stop, fits)) return false;
  if (entries_.size() >= max_crds_ && !entries_.contains(meta.name)) {
    ++skipped_;
    return false;
  }
  const auto [at, is_new] = entries_.try_emplace(meta.name);
  unevaluated_ += is_new;
  Entry& entry = at->second;
  if (!is_new && entry.uid == meta.uid && entry.resource_version == meta.resource_version &&
      entry.default_version == meta.default_version) {
    return false;
  }
  DropPending(entry);
  entry.uid = meta.uid;
  entry.resource_version = meta.resource_version;
  entry.default_version = meta.default_version;
  entry.pending = text;
  pending_bytes_ += text.size();
  pending_texts_ += !text.empty();
  return true;
}

void Store::Remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(name);
  if (at == entries_.end()) return;
  SubtractTotals(at->second);
  entries_.erase(at);
}

std::vector<std::string> Store::KeepOnly(const std::set<std::string>& names) {
  std::vector<std::string> gone;
  const std::lock_guard lock(mutex_);
  for (auto at = entries_.begin(); at != entries_.end();) {
    if (names.contains(at->first)) {
      ++at;
      continue;
    }
    SubtractTotals(at->second);
    gone.push_back(at->first);
    at = entries_.erase(at);
  }
  return gone;
}

std::optional<PendingCrd> Store::Pop(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(name);
  if (at == entries_.end() || at->second.pending.empty()) return std::nullopt;
  PendingCrd pending{std::move(at->second.pending), at->second.default_version};
  pending_bytes_ -= pending.text.size();
  --pending_texts_;
  at->second.pending = {};
  room_.notify_all();
  return pending;
}

void Store::Assume(const std::string& name, std::string_view from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(name);
  if (at == entries_.end() || at->second.resource_version != from) return;
  if (at->second.pending.empty()) at->second.resource_version = to;
}

void Store::SetState(const std::string& name, State state) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(name);
  if (at == entries_.end()) return;
  unevaluated_ -= at->second.state == State::kUnknown && state != State::kUnknown;
  at->second.state = state;
}

bool Store::AllEvaluated() const {
  const std::lock_guard lock(mutex_);
  return unevaluated_ == 0;
}

bool Store::Contains(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return entries_.contains(name);
}

std::vector<std::string> Store::Names() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

StoreTotals Store::Totals() const {
  const std::lock_guard lock(mutex_);
  StoreTotals totals;
  totals.crds = entries_.size();
  totals.skipped = skipped_;
  for (const auto& [name, entry] : entries_) {
    totals.structural += entry.state == State::kStructural;
    totals.non_structural += entry.state == State::kNonStructural;
    totals.structural_error += entry.state == State::kStructuralError;
  }
  return totals;
}

std::size_t Store::pending_bytes() const {
  const std::lock_guard lock(mutex_);
  return pending_bytes_;
}

}  // namespace structural::controller
