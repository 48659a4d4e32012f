#include "http/admission.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace structural::http {
namespace {

// If a stage is full, and one address has more than 1/kAddressShareDivisor of its places, a new connection of that
// address evicts an earlier connection of the same address.
constexpr std::size_t kAddressShareDivisor = 4;

// The order in which connections are evicted from kServing: kNoSuccess first, kRequest last.
enum Rank { kNoSuccess, kSlowRequest, kIdleConnection, kRequest };

}  // namespace

std::size_t ConnectionLimiter::PlacesOf(Stage stage) const {
  switch (stage) {
    case Stage::kAccepted: return places_.accepted;
    case Stage::kHandshake: return places_.handshake;
    default: return places_.reading;
  }
}

void ConnectionLimiter::Move(EntryIterator entry, Stage to) {
  StageState& from = StateOf(entry->stage);
  StageState& row = StateOf(to);
  row.entries.splice(row.entries.end(), from.entries, entry);
  const auto counted = from.connections_by_address.find(entry->address);
  if (--counted->second == 0) from.connections_by_address.erase(counted);
  ++row.connections_by_address[entry->address];
  entry->stage = to;
  entry->since = now_();
}

// Moves the first connection in the stage's queue to the stage, and reports this to the connection.
void ConnectionLimiter::GrantNext(Stage to) {
  std::list<EntryIterator>& queue = StateOf(to).queue;
  const EntryIterator entry = queue.front();
  queue.pop_front();
  Move(entry, to);
  std::exchange(entry->granted, nullptr)();
}

// Ends a connection. In kServing it keeps its place until it is closed.
void ConnectionLimiter::Evict(EntryIterator entry) {
  if (entry->stage == Stage::kServing) {
    ++evicted_serving_;
    entry->is_evicted = true;
  } else {
    entry->needed_handshake = NeedsHandshake(entry->stage);
    LeaveQueue(entry);
    Move(entry, Stage::kEnded);
  }
  if (entry->end) std::exchange(entry->end, nullptr)();
}

// Removes a connection from the queue in which it waits for a place. If it was evicted from kServing, subtracts it from
// evicted_serving_.
void ConnectionLimiter::LeaveQueue(EntryIterator entry) {
  if (std::exchange(entry->granted, nullptr)) {
    std::list<EntryIterator>& queue = StateOf(entry->wanted_stage).queue;
    queue.erase(std::prev(std::find(queue.rbegin(), queue.rend(), entry).base()));
  }
  if (std::exchange(entry->is_evicted, false)) --evicted_serving_;
}

bool ConnectionLimiter::IsOverShare(Stage stage, const std::string& address) {
  const auto& counts = StateOf(stage).connections_by_address;
  const auto found = counts.find(address);
  const std::size_t share = std::max<std::size_t>(1, PlacesOf(stage) / kAddressShareDivisor);
  return found != counts.end() && found->second > share;
}

// Returns the oldest connection in the stage that can be evicted for a new connection from the address `newcomer`; the
// end of the stage's entries if no connection can. Connections that wait for kServing are not evicted.
ConnectionLimiter::EntryIterator ConnectionLimiter::OldestEvictable(Stage stage, const std::string& newcomer) {
  Entries& entries = StateOf(stage).entries;
  const bool own = IsOverShare(stage, newcomer);
  return std::ranges::find_if(entries, [&](const Entry& entry) {
    const bool complete = entry.granted && entry.wanted_stage == Stage::kServing;
    return !complete && (!own || entry.address == newcomer);
  });
}

ConnectionLimiter::Time ConnectionLimiter::TimeFor(Stage stage) {
  const std::size_t places = PlacesOf(stage);
  const std::size_t used = std::min(StateOf(stage).entries.size(), places);
  const bool crowded = !StateOf(stage).queue.empty();
  const Time max = std::max(Time{0}, places_.step_timeout - kMinHandshakeTime);
  const std::size_t over = used > places / 2 ? used - places / 2 : 0;
  const auto share = [](std::size_t n) { return static_cast<int>(n); };
  return places_.step_timeout - (crowded ? max : max * share(over) / share(places - places / 2));
}

void ConnectionLimiter::Accept(EntryIterator entry) {
  Entries& entries = StateOf(Stage::kAccepted).entries;
  if (IsFull(Stage::kAccepted)) Evict(OldestEvictable(Stage::kAccepted, entry->address));
  const Clock::time_point late = now_() - TimeFor(Stage::kAccepted);
  while (!entries.empty() && entries.front().since < late) Evict(entries.begin());
}

bool ConnectionLimiter::MakeRoom(Stage stage, const std::string& newcomer) {
  if (!IsFull(stage)) return true;
  const EntryIterator oldest = OldestEvictable(stage, newcomer);
  if (oldest == StateOf(stage).entries.end()) return false;
  const bool fair = IsOverShare(stage, oldest->address) && !IsOverShare(stage, newcomer);
  if (!fair && now_() - oldest->since < kMinStageTime) return false;
  Evict(oldest);
  return true;
}

void ConnectionLimiter::GrantAll(Stage to) {
  const std::list<EntryIterator>& queue = StateOf(to).queue;
  while (!closed_ && !queue.empty() && MakeRoom(to, queue.front()->address)) GrantNext(to);
}

void ConnectionLimiter::GrantServing() {
  const StageState& serving = StateOf(Stage::kServing);
  while (!closed_ && !serving.queue.empty() && serving.entries.size() < places_.serving) {
    GrantNext(Stage::kServing);
  }
  while (!closed_ && serving.queue.size() > evicted_serving_ && EvictOneServed()) {
  }
}

bool ConnectionLimiter::EvictOneServed() {
  Entries& serving = StateOf(Stage::kServing).entries;
  const Clock::time_point now = now_();
  const auto order = [now](const Entry& entry) {
    const bool evictable = entry.wait != Wait::kNone && !entry.is_evicted;
    const bool slow = entry.wait == Wait::kPeer && now - entry.since > kMinHandshakeTime;
    const Rank rank = !entry.succeeded            ? kNoSuccess
                      : slow                      ? kSlowRequest
                      : entry.wait == Wait::kIdle ? kIdleConnection
                                                  : kRequest;
    return std::tuple(!evictable, rank, entry.since);
  };
  const EntryIterator first = std::ranges::min_element(serving, {}, order);
  if (first == serving.end() || std::get<0>(order(*first))) return false;
  Evict(first);
  return true;
}

void ConnectionLimiter::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

ConnectionLimiter::Slot::Slot(ConnectionLimiter& of, std::string address, std::function<void()> end) : limiter_(of) {
  const std::lock_guard lock(limiter_.mutex_);
  StageState& gone = limiter_.StateOf(Stage::kEnded);
  ++gone.connections_by_address[address];
  at_ = gone.entries.insert(gone.entries.end(),
                            Entry{.stage = Stage::kEnded, .address = std::move(address), .end = std::move(end)});
  limiter_.Accept(at_);
  limiter_.Move(at_, Stage::kAccepted);
}

ConnectionLimiter::Slot::~Slot() {
  const std::lock_guard lock(limiter_.mutex_);
  limiter_.LeaveQueue(at_);
  StageState& row = limiter_.StateOf(at_->stage);
  const auto counted = row.connections_by_address.find(at_->address);
  if (--counted->second == 0) row.connections_by_address.erase(counted);
  row.entries.erase(at_);
  limiter_.GrantServing();
  limiter_.GrantAll(Stage::kReading);
  limiter_.GrantAll(Stage::kHandshake);
}

ConnectionLimiter::Time ConnectionLimiter::Slot::SocketLingerTime() {
  constexpr std::chrono::microseconds kApart{1'000'000 / kMaxEvictionsPerSecond};
  const std::lock_guard lock(limiter_.mutex_);
  if (!at_->needed_handshake && !NeedsHandshake(at_->stage)) return Time{0};
  const Clock::time_point now = limiter_.now_(), end = std::max(now, limiter_.next_socket_close_);
  if (end - now > kApart * limiter_.places_.ended) return Time{0};
  limiter_.next_socket_close_ = end + kApart;
  return std::chrono::duration_cast<Time>(end - now);
}

ConnectionLimiter::Time ConnectionLimiter::Slot::AllowedTime() {
  const std::lock_guard lock(limiter_.mutex_);
  return limiter_.TimeFor(std::min(at_->stage, Stage::kReading));
}

bool ConnectionLimiter::Slot::MayBeginHandshake() {
  const std::lock_guard lock(limiter_.mutex_);
  return !limiter_.IsFull(Stage::kHandshake);
}

ConnectionLimiter::Slot::PlaceResult ConnectionLimiter::Slot::Ask(Stage to, std::function<void()> granted) {
  const std::lock_guard lock(limiter_.mutex_);
  if (at_->stage >= to) return at_->stage == to ? PlaceResult::kNow : PlaceResult::kNever;
  if (at_->granted) {
    limiter_.GrantAll(to);
    return at_->stage == to ? PlaceResult::kNow : PlaceResult::kLater;
  }
  if (limiter_.MakeRoom(to, at_->address)) {
    limiter_.Move(at_, to);
    limiter_.GrantAll(Stage::kHandshake);
    return PlaceResult::kNow;
  }
  at_->wanted_stage = to;
  at_->granted = std::move(granted);
  limiter_.StateOf(to).queue.push_front(at_);
  return PlaceResult::kLater;
}

bool ConnectionLimiter::Slot::SkipReading() {
  const std::lock_guard lock(limiter_.mutex_);
  const std::size_t waiting = limiter_.StateOf(Stage::kServing).queue.size();
  if (at_->stage != Stage::kAccepted || waiting >= limiter_.places_.reading) return false;
  limiter_.Move(at_, Stage::kReading);
  return true;
}

ConnectionLimiter::Slot::PlaceResult ConnectionLimiter::Slot::AskToServe(std::function<void()> granted) {
  const std::lock_guard lock(limiter_.mutex_);
  if (at_->stage != Stage::kReading) {
    return at_->stage == Stage::kServing ? PlaceResult::kNow : PlaceResult::kNever;
  }
  if (at_->granted) return PlaceResult::kLater;
  StageState& serving = limiter_.StateOf(Stage::kServing);
  if (serving.queue.empty() && serving.entries.size() < limiter_.places_.serving) {
    limiter_.Move(at_, Stage::kServing);
    limiter_.GrantAll(Stage::kReading);
    return PlaceResult::kNow;
  }
  at_->wanted_stage = Stage::kServing;
  at_->granted = std::move(granted);
  serving.queue.push_back(at_);
  limiter_.GrantServing();
  return PlaceResult::kLater;
}

void ConnectionLimiter::Slot::SetEnd(std::function<void()> end) {
  const std::lock_guard lock(limiter_.mutex_);
  at_->end = std::move(end);
}

void ConnectionLimiter::Slot::RecordAnswer(bool success) {
  const std::lock_guard lock(limiter_.mutex_);
  at_->succeeded |= success;
}

void ConnectionLimiter::Slot::SetWait(Wait wait) {
  const std::lock_guard lock(limiter_.mutex_);
  if (at_->stage != Stage::kServing) return;
  at_->wait = wait;
  at_->since = limiter_.now_();
  if (wait != Wait::kNone) limiter_.GrantServing();
}

}  // namespace structural::http
