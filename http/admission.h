// Admission: which connections of a listener may stay, and which one ends where there are too many.
//
// A connection passes these stages, each with places of its own:
//
//   accepted  it has sent nothing, or no whole ClientHello: it costs a socket and 2 KiB
//   greeting  its TLS handshake, if it did not show before that it reads what it is sent
//             (http/client_hello.h): it costs TLS state and CPU. Few are here
//   reading   its TLS handshake otherwise, and its first request, unless that comes as a whole: it
//             costs TLS state and a buffer
//   serving   its first request is complete: this one and the next ones are answered
//
// A stage that is full never stops one that is further: slow peers only take places from each
// other. For one more, ends
//   accepted: who has waited for longest, of the newcomer's own address if that holds a quarter of
//             the places;
//   greeting and reading: who is there for longest, after kLeastTime; until then newcomers wait,
//             and the youngest is next;
//   serving:  of those that wait for their peer: first who was never answered with success, then
//             who takes more than kLeastTime for a request, then who is idle for longest.
// Time for a first request shrinks from Limits::step to kShortest as the second half of a stage
// fills.
//
// A peer that is evicted from greeting or reading has cost a handshake, and costs another one if it reconnects at once.
// Therefore its socket closes later: at most kEndsPerSecond such sockets close in a second (Ticket::EndsAfter). Until then
// the connection uses a socket and no other memory.
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
  static constexpr int kEndsPerSecond = 150;

  struct Places {
    std::size_t accepted;
    std::size_t greeting;
    std::size_t reading;
    std::size_t serving;
    Time step;
    std::size_t ended = 3'000;  // evicted connections whose socket is still open
  };

  explicit Admission(Places places, std::function<Clock::time_point()> now = &Clock::now)
      : places_(places), now_(std::move(now)) {}

  // A connection's place; given back at its end. Its calls are made one at a time.
  class Ticket;

  // Nobody is told anything from now on.
  void Close();

 private:
  enum class Stage { kAccepted, kGreeting, kReading, kServing, kGone };
  enum class Wait { kNone, kIdle, kPeer };  // for what a connection in kServing waits

  struct Entry {
    Stage stage = Stage::kAccepted;
    Stage wanted = Stage::kAccepted;  // where it waits for a place, with `granted`
    std::string address = {};
    std::function<void()> end = {};
    std::function<void()> granted = {};
    Clock::time_point since = {};        // in this stage, or of this wait
    Wait wait = Wait::kNone;
    bool succeeded = false;
    bool told = false;  // to end
    bool costly = false;  // it ended in greeting or reading
  };
  using Entries = std::list<Entry>;
  using At = Entries::iterator;

  // One stage: the entries, the oldest first, how many each address has, and who waits for a place:
  // the next one first.
  struct Row {
    Entries entries = {};
    std::map<std::string, std::size_t> by_address = {};
    std::list<At> queue = {};
  };

  // All of these with the mutex held.
  Row& RowOf(Stage stage) { return rows_[static_cast<std::size_t>(stage)]; }
  static bool IsCostly(Stage stage) { return stage == Stage::kGreeting || stage == Stage::kReading; }
  std::size_t PlacesOf(Stage stage) const;
  bool Full(Stage stage) { return RowOf(stage).entries.size() >= PlacesOf(stage); }
  void Move(At entry, Stage to);
  void End(At entry);
  void Leave(At entry);
  void Grant(Stage to);
  bool HoldsTooMuch(Stage stage, const std::string& address);
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
  std::size_t ending_ = 0;       // in serving, and told to end
  Clock::time_point next_end_ = {};  // when the next socket of an evicted connection may close
};

class Admission::Ticket {
 public:
  // Accepted. `end` is called at most once, from any thread, and must not block: the connection has
  // to end.
  Ticket(Admission& of, std::string address, std::function<void()> end);
  ~Ticket();
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  // How long the caller keeps the socket of this connection open after its end, without its other memory. Zero for
  // connections that have cost no handshake. Called once, at the end.
  Time EndsAfter();

  // How long the peer has for what this stage is about.
  Time Allowed();

  // A request that is complete already needs no place to be read, unless many such wait for one to
  // be served. False: ask for one.
  bool SkipReading();

  // Whether there is a place to greet that nobody has to make.
  bool MayGreet();

  // For a place in a further stage. kLater: `granted` is called when there is one, from any thread,
  // and must not block; then, or after a while, ask again. kNever: it was told to end.
  enum class Turn { kNow, kLater, kNever };
  Turn AskToGreet(std::function<void()> granted) {
    return Ask(Stage::kGreeting, std::move(granted));
  }
  Turn AskToRead(std::function<void()> granted) { return Ask(Stage::kReading, std::move(granted)); }
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
  Turn Ask(Stage to, std::function<void()> granted);
  void Waits(Wait wait);

  Admission& of_;
  At at_;
};

}  // namespace structural::http
