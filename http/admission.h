// Admission: which connections of a listener may stay, and which one ends where there are too many.
//
// A connection passes three stages, each with places of its own:
//
//   accepted  it has sent nothing, or no whole ClientHello: it costs a socket and 2 KiB
//   reading   its TLS handshake and its first request, unless that comes as a whole: it costs TLS
//             state and a buffer
//   serving   its first request is complete: this one and the next ones are answered
//
// A stage that is full never stops one that is further: slow peers only take places from each
// other. For one more, ends
//   accepted: who has waited for longest, of the newcomer's own address if that holds a quarter of
//             the places;
//   reading:  who has read for longest, after kLeastTime; until then newcomers wait, and the
//             youngest is next;
//   serving:  of those that wait for their peer: first who was never answered with success, then
//             who takes more than kLeastTime for a request, then who is idle for longest.
// Time for a first request shrinks from Limits::step to kShortest as the second half of a stage
// fills.
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

class Admission {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::milliseconds;
  static constexpr Time kLeastTime{50};
  static constexpr Time kShortest{1'000};

  struct Places {
    std::size_t accepted;
    std::size_t reading;
    std::size_t serving;
    Time step;
  };

  explicit Admission(Places places, std::function<Clock::time_point()> now = &Clock::now)
      : places_(places), now_(std::move(now)) {}

  // A connection's place; given back at its end. Its calls are made one at a time.
  class Ticket;

  // Nobody is told anything from now on.
  void Close();

 private:
  enum class Stage { kAccepted, kReading, kServing, kGone };
  enum class Wait { kNone, kIdle, kPeer };  // for what a connection in kServing waits

  struct Entry {
    Stage stage = Stage::kAccepted;
    std::string address = {};
    std::function<void()> end = {};
    std::function<void()> granted = {};  // it waits for a place in the next stage
    Clock::time_point since = {};        // in this stage, or of this wait
    Wait wait = Wait::kNone;
    bool succeeded = false;
    bool told = false;  // to end
  };
  using Entries = std::list<Entry>;
  using At = Entries::iterator;

  // One stage: the entries, the oldest first, and how many each address has.
  struct Row {
    Entries entries = {};
    std::map<std::string, std::size_t> by_address = {};
  };

  // All of these with the mutex held.
  Row& RowOf(Stage stage) { return rows_[static_cast<std::size_t>(stage)]; }
  std::size_t PlacesOf(Stage stage) const {
    return stage == Stage::kAccepted ? places_.accepted : places_.reading;
  }
  bool Full(Stage stage) { return RowOf(stage).entries.size() >= PlacesOf(stage); }
  void Move(At entry, Stage to);
  void End(At entry);
  void Leave(At entry);
  void Grant(std::list<At>& queue, Stage to);
  bool HoldsTooMuch(Stage stage, const std::string& address);
  At Oldest(Stage stage, const std::string& newcomer);
  Time TimeFor(Stage stage);
  void Accept(At entry);
  bool MakeRoomToRead(const std::string& newcomer);
  void GrantReading();
  void GrantServing();
  bool EndOneServed();

  const Places places_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  bool closed_ = false;
  Row rows_[4];
  std::list<At> wants_reading_;  // the youngest first
  std::list<At> wants_serving_;  // the oldest first
  std::size_t ending_ = 0;       // in serving, and told to end
};

class Admission::Ticket {
 public:
  // Accepted. `end` is called at most once, from any thread, and must not block: the connection has
  // to end.
  Ticket(Admission& of, std::string address, std::function<void()> end);
  ~Ticket();
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  // How long the peer has for what this stage is about.
  Time Allowed();

  // A request that is complete already needs no place to be read, unless many such wait for one to
  // be served. False: ask for one.
  bool SkipReading();

  // For a place in the next stage. kLater: `granted` is called when there is one, from any thread,
  // and must not block; then, or after a while, ask again. kNever: it was told to end.
  enum class Turn { kNow, kLater, kNever };
  Turn AskToRead(std::function<void()> granted);
  Turn AskToServe(std::function<void()> granted);

  // In serving, before the first of the calls below: from now on this is how to end it.
  void EndBy(std::function<void()> end);
  // A request was answered; with success or not.
  void Answered(bool success);
  // In serving: it waits for its next request, for the rest of one or for its answer to be taken,
  // or is busy.
  void Idle() { Waits(Wait::kIdle); }
  void ForPeer() { Waits(Wait::kPeer); }
  void Busy() { Waits(Wait::kNone); }

 private:
  void Waits(Wait wait);

  Admission& of_;
  At at_;
};

}  // namespace structural::http
