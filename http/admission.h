// ConnectionLimiter: decides which connections of a listener stay, and which ones end if too many are open.
//
// A connection moves through these stages, each with its own limit of places:
// - accepted: it has not sent a complete ClientHello. It needs a socket and 2 KiB.
// - handshake: its TLS handshake, if the peer has not proved that it reads its data
//   (http/client_hello.h). It needs TLS state and CPU, so this stage has few places.
// - reading: its TLS handshake otherwise, and its first request, unless that arrives at once. It
//   needs TLS state and a buffer.
// - serving: its first request is complete. This request and later ones are answered.
//
// A full stage does not stop connections in later stages: slow peers only take places from each
// other. If a further connection needs a place in a full stage, another one ends.
// - accepted: the one that has waited for longest, among those of the newcomer's own address if
//   that has a quarter of the places.
// - handshake and reading: the one that is there for longest, after kMinStageTime. Until then newcomers
//   wait, and the latest newcomer is next.
// - serving: one that waits for its peer. First one that was never answered with success, then one
//   that takes more than kMinStageTime for a request, then the one that is idle for longest.
//
// The time for a first request shrinks from Limits::step to kMinHandshakeTime while the second half of a
// stage fills.
//
// A peer that is evicted from handshake or reading has cost a handshake, and costs another one if it
// reconnects at once. Therefore its socket closes later: at most kMaxEvictionsPerSecond such sockets close
// in a second (Slot::SocketLingerTime). Until then the connection uses a socket and no other memory.
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

  struct Places {
    std::size_t accepted;
    std::size_t handshake;
    std::size_t reading;
    std::size_t serving;
    Time step;
    std::size_t ended = 3'000;  // maximum number of evicted connections with an open socket
  };

  explicit ConnectionLimiter(Places places, std::function<Clock::time_point()> now = &Clock::now)
      : places_(places), now_(std::move(now)) {}

  // A connection's place, which the destructor releases. Its calls must not be concurrent.
  class Slot;

  // Stops calling `end` and `granted` of all connections.
  void Close();

 private:
  enum class Stage { kAccepted, kHandshake, kReading, kServing, kEnded };
  enum class Wait { kNone, kIdle, kPeer };  // the event that a connection in kServing waits for

  struct Entry {
    Stage stage = Stage::kAccepted;
    Stage wanted = Stage::kAccepted;  // the next stage, which the connection waits to enter, if `granted` is set
    std::string address = {};
    std::function<void()> end = {};
    std::function<void()> granted = {};
    // Start of the time in this stage, or of the wait in kServing.
    Clock::time_point since = {};
    Wait wait = Wait::kNone;
    bool succeeded = false;
    bool end_called = false;  // `end` was called
    bool costly = false;      // evicted from handshake or reading, after a handshake
  };
  using Entries = std::list<Entry>;
  using At = Entries::iterator;

  // One stage: its entries, the oldest first, the number of entries of each address, and the queue
  // for its places, the next entry first.
  struct Row {
    Entries entries = {};
    std::map<std::string, std::size_t> connections_by_address = {};
    std::list<At> queue = {};
  };

  // Precondition of all functions below: the mutex is locked.
  Row& RowOf(Stage stage) { return rows_[static_cast<std::size_t>(stage)]; }
  static bool IsCostly(Stage stage) { return stage == Stage::kHandshake || stage == Stage::kReading; }
  std::size_t PlacesOf(Stage stage) const;
  bool Full(Stage stage) { return RowOf(stage).entries.size() >= PlacesOf(stage); }
  void Move(At entry, Stage to);
  void End(At entry);
  void Leave(At entry);
  void Grant(Stage to);
  bool IsOverShare(Stage stage, const std::string& address);
  At Oldest(Stage stage, const std::string& newcomer);
  Time TimeFor(Stage stage);
  void Accept(At entry);
  bool MakeRoom(Stage stage, const std::string& newcomer);
  void GrantAll(Stage to);
  void GrantServing();
  bool EndOneServed();

  const Places places_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  bool closed_ = false;
  Row rows_[5];
  std::size_t ending_ = 0;  // number of connections in serving whose `end` was called
  // Earliest time to close the socket of the next evicted connection.
  Clock::time_point next_end_ = {};
};

class ConnectionLimiter::Slot {
 public:
  // Begins in kAccepted. `end` is called at most once, from any thread, and must not block: it must
  // end the connection.
  Slot(ConnectionLimiter& of, std::string address, std::function<void()> end);
  ~Slot();
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  // Returns the time for which the caller must keep the socket of this connection open after its
  // end, without its other memory. Zero for connections that have cost no handshake. Called once,
  // at the end.
  Time SocketLingerTime();

  // Returns the time that the peer has for this stage.
  Time Allowed();

  // Moves a connection with a complete request directly to the wait for kServing, without a place in kReading. Returns
  // false, and does nothing, if many such connections wait already; then call AskToRead.
  bool SkipReading();

  // Returns whether a place for a handshake is free.
  bool MayBeginHandshake();

  // These functions request a place in a later stage. kNow: the connection has the place. kLater: `granted` will be
  // called when a place is free, from any thread, and must not block; request the place again then, or after a while.
  // kNever: the connection was ended.
  enum class PlaceResult { kNow, kLater, kNever };
  PlaceResult AskForHandshake(std::function<void()> granted) { return Ask(Stage::kHandshake, std::move(granted)); }
  PlaceResult AskToRead(std::function<void()> granted) { return Ask(Stage::kReading, std::move(granted)); }
  PlaceResult AskToServe(std::function<void()> granted);

  // Sets the function that ends the connection in kServing. Call it before the functions below.
  void EndBy(std::function<void()> end);
  // Records that a request was answered. `success`: whether the answer reports success.
  void Answered(bool success);
  // These functions set what a connection in kServing waits for. Idle: its next request. ForPeer: that the peer sends
  // the rest of a request, or reads the answer. Busy: nothing.
  void Idle() { Waits(Wait::kIdle); }
  void ForPeer() { Waits(Wait::kPeer); }
  void Busy() { Waits(Wait::kNone); }

 private:
  PlaceResult Ask(Stage to, std::function<void()> granted);
  void Waits(Wait wait);

  ConnectionLimiter& of_;
  At at_;
};

}  // namespace structural::http
