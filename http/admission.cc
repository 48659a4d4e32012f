#include "http/admission.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace structural::http {
namespace {

// Divisor of a stage's places. If an address has more than this share of a full stage, a new
// connection of the address ends an earlier one of the same address.
constexpr std::size_t kShare = 4;

// Order in which served connections are ended if too many are open: kNoSuccess first.
enum Rank { kNoSuccess, kSlowRequest, kIdleConnection, kRequest };

}  // namespace

std::size_t ConnectionLimiter::PlacesOf(Stage stage) const {
  switch (stage) {
    case Stage::kAccepted: return places_.accepted;
    case Stage::kHandshake: return places_.handshake;
    default: return places_.reading;
  }
}

void ConnectionLimiter::Move(At entry, Stage to) {
  Row& from = RowOf(entry->stage);
  Row& row = RowOf(to);
  row.entries.splice(row.entries.end(), from.entries, entry);
  const auto counted = from.connections_by_address.find(entry->address);
  if (--counted->second == 0) from.connections_by_address.erase(counted);
  ++row.connections_by_address[entry->address];
  entry->stage = to;
  entry->since = now_();
}

// Gives a place to the first entry in the stage's queue.
void ConnectionLimiter::Grant(Stage to) {
  std::list<At>& queue = RowOf(to).queue;
  const At entry = queue.front();
  queue.pop_front();
  Move(entry, to);
  std::exchange(entry->granted, nullptr)();
}

// Ends a connection. One in kServing keeps its place until it is closed.
void ConnectionLimiter::End(At entry) {
  if (entry->stage == Stage::kServing) {
    ++ending_;
    entry->end_called = true;
  } else {
    entry->costly = IsCostly(entry->stage);
    Leave(entry);
    Move(entry, Stage::kEnded);
  }
  if (entry->end) std::exchange(entry->end, nullptr)();
}

// Removes the entry from the queues and from the number of ending connections.
void ConnectionLimiter::Leave(At entry) {
  if (std::exchange(entry->granted, nullptr)) {
    std::list<At>& queue = RowOf(entry->wanted).queue;
    queue.erase(std::prev(std::find(queue.rbegin(), queue.rend(), entry).base()));
  }
  if (std::exchange(entry->end_called, false)) --ending_;
}

bool ConnectionLimiter::IsOverShare(Stage stage, const std::string& address) {
  const auto& counts = RowOf(stage).connections_by_address;
  const auto found = counts.find(address);
  const std::size_t share = std::max<std::size_t>(1, PlacesOf(stage) / kShare);
  return found != counts.end() && found->second > share;
}

// Returns the connection that must end for the newcomer, among those that do not wait to be served.
ConnectionLimiter::At ConnectionLimiter::Oldest(Stage stage, const std::string& newcomer) {
  Entries& entries = RowOf(stage).entries;
  const bool own = IsOverShare(stage, newcomer);
  return std::ranges::find_if(entries, [&](const Entry& entry) {
    const bool complete = entry.granted && entry.wanted == Stage::kServing;
    return !complete && (!own || entry.address == newcomer);
  });
}

ConnectionLimiter::Time ConnectionLimiter::TimeFor(Stage stage) {
  const std::size_t places = PlacesOf(stage);
  const std::size_t used = std::min(RowOf(stage).entries.size(), places);
  const bool crowded = !RowOf(stage).queue.empty();
  const Time max = std::max(Time{0}, places_.step - kMinHandshakeTime);
  const std::size_t over = used > places / 2 ? used - places / 2 : 0;
  const auto share = [](std::size_t n) { return static_cast<int>(n); };
  return places_.step - (crowded ? max : max * share(over) / share(places - places / 2));
}

void ConnectionLimiter::Accept(At entry) {
  Entries& entries = RowOf(Stage::kAccepted).entries;
  if (Full(Stage::kAccepted)) End(Oldest(Stage::kAccepted, entry->address));
  const Clock::time_point late = now_() - TimeFor(Stage::kAccepted);
  while (!entries.empty() && entries.front().since < late) End(entries.begin());
}

bool ConnectionLimiter::MakeRoom(Stage stage, const std::string& newcomer) {
  if (!Full(stage)) return true;
  const At oldest = Oldest(stage, newcomer);
  if (oldest == RowOf(stage).entries.end()) return false;
  const bool fair = IsOverShare(stage, oldest->address) && !IsOverShare(stage, newcomer);
  if (!fair && now_() - oldest->since < kMinStageTime) return false;
  End(oldest);
  return true;
}

void ConnectionLimiter::GrantAll(Stage to) {
  const std::list<At>& queue = RowOf(to).queue;
  while (!closed_ && !queue.empty() && MakeRoom(to, queue.front()->address)) Grant(to);
}

void ConnectionLimiter::GrantServing() {
  const Row& serving = RowOf(Stage::kServing);
  while (!closed_ && !serving.queue.empty() && serving.entries.size() < places_.serving) {
    Grant(Stage::kServing);
  }
  while (!closed_ && serving.queue.size() > ending_ && EndOneServed()) {
  }
}

bool ConnectionLimiter::EndOneServed() {
  Entries& serving = RowOf(Stage::kServing).entries;
  const Clock::time_point now = now_();
  const auto order = [now](const Entry& entry) {
    const bool evictable = entry.wait != Wait::kNone && !entry.end_called;
    const bool slow = entry.wait == Wait::kPeer && now - entry.since > kMinHandshakeTime;
    const Rank rank = !entry.succeeded            ? kNoSuccess
                      : slow                      ? kSlowRequest
                      : entry.wait == Wait::kIdle ? kIdleConnection
                                                  : kRequest;
    return std::tuple(!evictable, rank, entry.since);
  };
  const At first = std::ranges::min_element(serving, {}, order);
  if (first == serving.end() || std::get<0>(order(*first))) return false;
  End(first);
  return true;
}

void ConnectionLimiter::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

ConnectionLimiter::Slot::Slot(ConnectionLimiter& of, std::string address, std::function<void()> end) : of_(of) {
  const std::lock_guard lock(of_.mutex_);
  Row& gone = of_.RowOf(Stage::kEnded);
  ++gone.connections_by_address[address];
  at_ = gone.entries.insert(gone.entries.end(),
                            Entry{.stage = Stage::kEnded, .address = std::move(address), .end = std::move(end)});
  of_.Accept(at_);
  of_.Move(at_, Stage::kAccepted);
}

ConnectionLimiter::Slot::~Slot() {
  const std::lock_guard lock(of_.mutex_);
  of_.Leave(at_);
  Row& row = of_.RowOf(at_->stage);
  const auto counted = row.connections_by_address.find(at_->address);
  if (--counted->second == 0) row.connections_by_address.erase(counted);
  row.entries.erase(at_);
  of_.GrantServing();
  of_.GrantAll(Stage::kReading);
  of_.GrantAll(Stage::kHandshake);
}

ConnectionLimiter::Time ConnectionLimiter::Slot::SocketLingerTime() {
  constexpr std::chrono::microseconds kApart{1'000'000 / kMaxEvictionsPerSecond};
  const std::lock_guard lock(of_.mutex_);
  if (!at_->costly && !IsCostly(at_->stage)) return Time{0};
  const Clock::time_point now = of_.now_(), end = std::max(now, of_.next_end_);
  if (end - now > kApart * of_.places_.ended) return Time{0};
  of_.next_end_ = end + kApart;
  return std::chrono::duration_cast<Time>(end - now);
}

ConnectionLimiter::Time ConnectionLimiter::Slot::Allowed() {
  const std::lock_guard lock(of_.mutex_);
  return of_.TimeFor(std::min(at_->stage, Stage::kReading));
}

bool ConnectionLimiter::Slot::MayBeginHandshake() {
  const std::lock_guard lock(of_.mutex_);
  return !of_.Full(Stage::kHandshake);
}

ConnectionLimiter::Slot::PlaceResult ConnectionLimiter::Slot::Ask(Stage to, std::function<void()> granted) {
  const std::lock_guard lock(of_.mutex_);
  if (at_->stage >= to) return at_->stage == to ? PlaceResult::kNow : PlaceResult::kNever;
  if (at_->granted) {
    of_.GrantAll(to);
    return at_->stage == to ? PlaceResult::kNow : PlaceResult::kLater;
  }
  if (of_.MakeRoom(to, at_->address)) {
    of_.Move(at_, to);
    of_.GrantAll(Stage::kHandshake);
    return PlaceResult::kNow;
  }
  at_->wanted = to;
  at_->granted = std::move(granted);
  of_.RowOf(to).queue.push_front(at_);
  return PlaceResult::kLater;
}

bool ConnectionLimiter::Slot::SkipReading() {
  const std::lock_guard lock(of_.mutex_);
  const std::size_t waiting = of_.RowOf(Stage::kServing).queue.size();
  if (at_->stage != Stage::kAccepted || waiting >= of_.places_.reading) return false;
  of_.Move(at_, Stage::kReading);
  return true;
}

ConnectionLimiter::Slot::PlaceResult ConnectionLimiter::Slot::AskToServe(std::function<void()> granted) {
  const std::lock_guard lock(of_.mutex_);
  if (at_->stage != Stage::kReading) {
    return at_->stage == Stage::kServing ? PlaceResult::kNow : PlaceResult::kNever;
  }
  if (at_->granted) return PlaceResult::kLater;
  Row& serving = of_.RowOf(Stage::kServing);
  if (serving.queue.empty() && serving.entries.size() < of_.places_.serving) {
    of_.Move(at_, Stage::kServing);
    of_.GrantAll(Stage::kReading);
    return PlaceResult::kNow;
  }
  at_->wanted = Stage::kServing;
  at_->granted = std::move(granted);
  serving.queue.push_back(at_);
  of_.GrantServing();
  return PlaceResult::kLater;
}

void ConnectionLimiter::Slot::EndBy(std::function<void()> end) {
  const std::lock_guard lock(of_.mutex_);
  at_->end = std::move(end);
}

void ConnectionLimiter::Slot::Answered(bool success) {
  const std::lock_guard lock(of_.mutex_);
  at_->succeeded |= success;
}

void ConnectionLimiter::Slot::Waits(Wait wait) {
  const std::lock_guard lock(of_.mutex_);
  if (at_->stage != Stage::kServing) return;
  at_->wait = wait;
  at_->since = of_.now_();
  if (wait != Wait::kNone) of_.GrantServing();
}

}  // namespace structural::http
