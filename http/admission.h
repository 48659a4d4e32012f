// ConnectionLimiter: limits the connections of a listener. If too many are open, it decides which ones must end.
//
// A connection moves through these stages, each of which has a maximum number of connections (places):
// - accepted: its ClientHello is incomplete. It needs a socket and 2 KiB.
// - handshake: a TLS handshake with a peer that has not proved that it reads its data (http/client_hello.h). It needs
//   TLS state and CPU, so this stage has few places.
// - reading: a TLS handshake with a peer that has given this proof; after either handshake, reading the first request.
//   It needs TLS state and a buffer. Without TLS, a first request that arrives at once needs no free place here.
// - serving: its first request is complete. This request and later ones are answered.
//
// If a stage is full, connections in later stages are not affected. Therefore slow peers take places only from each
// other. When a connection enters a full stage, another one is evicted from it, that is, ended:
// - accepted: the oldest one; only among those of the new connection's own address, if that address has more than a
//   quarter of the places.
// - handshake and reading: the oldest one in the stage, if it is there for at least kMinStageTime. Otherwise the new
//   connection waits. If several connections wait, the latest one gets the next place.
// - serving: one that waits for its peer. If several do, one that was never answered with success is evicted first,
//   then one that takes more than kMinHandshakeTime for a request, then the one that is idle for longest.
//
// While the second half of a stage fills, the time for a first request shrinks from Limits::step_timeout to
// kMinHandshakeTime.
//
// A peer that is evicted from handshake or reading has cost a handshake, and would cost another one if it reconnected
// at once. Therefore its socket stays open for a while, and the connection needs no other memory in that time. At most
// kMaxEvictionsPerSecond such sockets close in a second (Slot::SocketLingerTime).
//
// Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>

namespace structural::http {

class ConnectionLimiter {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::milliseconds;
  static constexpr Time kMinStageTime{50};
  static constexpr Time kMinHandshakeTime{1'000};
  static constexpr int kMaxEvictionsPerSecond = 150;

  // The maximum number of connections in each stage, and the maximum time for the first request.
  struct PlaceLimits {
    std::size_t accepted;
    std::size_t handshake;
    std::size_t reading;
    std::size_t serving;
    Time step_timeout;
    std::size_t ended = 3'000;  // maximum number of evicted connections whose socket is still open
  };

  explicit ConnectionLimiter(PlaceLimits places, std::function<Clock::time_point()> now = &Clock::now)
      : places_(places), now_(std::move(now)) {}

  // A connection's place in its stage, which the destructor releases. Its functions must not be called concurrently.
  class Slot;

  // After Close, `end` and `granted` are no longer called for any connection.
  void Close();

 private:
  enum class Stage { kAccepted, kHandshake, kReading, kServing, kEnded };
  enum class Wait { kNone, kIdle, kPeer };  // the event that a connection in kServing waits for

  struct Entry {
    Stage stage = Stage::kAccepted;
    Stage wanted_stage = Stage::kAccepted;  // stage that the connection waits to enter; unused if `granted` is null
    std::string address = {};
    std::function<void()> end = {};      // ends the connection; null after it was called
    std::function<void()> granted = {};  // called when the connection enters wanted_stage; null if it does not wait
    Clock::time_point since = {};        // time at which it entered `stage`; in kServing, at which `wait` began
    Wait wait = Wait::kNone;
    bool succeeded = false;         // a request of the connection was answered with success
    bool is_evicted = false;        // evicted from kServing, but still open
    bool needed_handshake = false;  // evicted from kHandshake or kReading
  };
  using Entries = std::list<Entry>;
  using EntryIterator = Entries::iterator;

  // The connections in one stage, and those that wait for a place in it.
  struct StageState {
    Entries entries = {};                                            // connections in the stage, the oldest first
    std::map<std::string, std::size_t> connections_by_address = {};  // number of entries of each address
    std::list<EntryIterator> queue = {};                             // waiting connections, the next one first
  };

  // All functions below require that the mutex is locked.
  StageState& StateOf(Stage stage) { return stage_states_[static_cast<std::size_t>(stage)]; }
  static bool NeedsHandshake(Stage stage) { return stage == Stage::kHandshake || stage == Stage::kReading; }
  std::size_t PlacesOf(Stage stage) const;
  bool IsFull(Stage stage) { return StateOf(stage).entries.size() >= PlacesOf(stage); }
  void Move(EntryIterator entry, Stage to);
  void Evict(EntryIterator entry);
  void LeaveQueue(EntryIterator entry);
  void GrantNext(Stage to);
  bool IsOverShare(Stage stage, const std::string& address);
  EntryIterator OldestEvictable(Stage stage, const std::string& newcomer);
  Time TimeFor(Stage stage);
  void Accept(EntryIterator entry);
  bool MakeRoom(Stage stage, const std::string& newcomer);
  void GrantAll(Stage to);
  void GrantServing();
  bool EvictOneServed();

  const PlaceLimits places_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  bool closed_ = false;
  StageState stage_states_[5];
  std::size_t evicted_serving_ = 0;  // number of evicted connections that are still in kServing
  // Earliest time at which the socket of the next evicted connection can be closed.
  Clock::time_point next_socket_close_ = {};
};

class ConnectionLimiter::Slot {
 public:
  // Begins in kAccepted. `end` must end the connection. It is called at most once, from any thread, and must not block.
  Slot(ConnectionLimiter& of, std::string address, std::function<void()> end);
  ~Slot();
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  // Returns the time for which the caller must keep the socket of this connection open after the connection was
  // evicted. Zero for connections that have cost no handshake. Must be called once, at the end of the connection.
  Time SocketLingerTime();

  // Returns the time that the peer has for the current stage.
  Time AllowedTime();

  // Must be called only if the first request is complete. Moves the connection to kReading, even if that stage is full,
  // so that AskToServe can be called next. Returns false, and does nothing, if as many connections wait for kServing as
  // kReading has places; then AskToRead must be called instead.
  bool SkipReading();

  // Returns whether a place for a handshake is free.
  bool MayBeginHandshake();

  // AskForHandshake, AskToRead and AskToServe request a place in a later stage. kNow: the connection has the place.
  // kLater: `granted` is called when the connection gets the place, from any thread, and must not block. The caller
  // must then, or after some time, request the place again to learn the result. kNever: the connection was evicted.
  enum class PlaceResult { kNow, kLater, kNever };
  PlaceResult AskForHandshake(std::function<void()> granted) { return Ask(Stage::kHandshake, std::move(granted)); }
  PlaceResult AskToRead(std::function<void()> granted) { return Ask(Stage::kReading, std::move(granted)); }
  PlaceResult AskToServe(std::function<void()> granted);

  // Replaces the function `end` of the constructor. Must be called before the functions below.
  void SetEnd(std::function<void()> end);
  // Records that a request was answered. `success`: whether the answer reports success.
  void RecordAnswer(bool success);
  // SetIdle, SetWaitingForPeer and SetBusy set the event for which a connection in kServing waits. SetIdle: its next
  // request. SetWaitingForPeer: the peer must send the rest of a request, or read the answer. SetBusy: none, because
  // its request is being handled.
  void SetIdle() { SetWait(Wait::kIdle); }
  void SetWaitingForPeer() { SetWait(Wait::kPeer); }
  void SetBusy() { SetWait(Wait::kNone); }

 private:
  PlaceResult Ask(Stage to, std::function<void()> granted);
  void SetWait(Wait wait);

  ConnectionLimiter& limiter_;
  EntryIterator at_;
};

}  // namespace structural::http
