// Reflector: keeps a handler up to date with the server's CustomResourceDefinitions.
//
// It first reads the state, that is, all CustomResourceDefinitions, and then watches every change of it. The state is
// read
//   - by WatchList, as a stream of events, if the server supports it (Kubernetes 1.32 and later).
//     If a server refuses it, is silent, or ends the stream early, WatchList is not used again for
//     an hour;
//   - otherwise by a list. The first one is at resourceVersion 0, from the server's cache; later
//     ones are at least as new as the last seen version. If the server cannot do that (410, or "too
//     large"), the newest list is read. A server ignores the page size of a list from its cache. If
//     such a list has an HTTP chunk of more than kMaxChunkBytes, or takes too long, the newest list
//     is read in pages from then on.
// Changes are watched from the last seen resourceVersion:
//
// The watch                            The next step
//   was ended by the server            the next watch, at once.
//   broke, or was silent               the next watch, at once.
//   ended within a second, no event    the state, after a wait.
//   ended within a second, with few    the next watch, after a wait.
//     events, the sixth time in a row
//   could not be opened; 429; 5xx      the next watch, after a wait; after the third 5xx in a row
//                                      the state, after a wait.
//   410, or an invalid event           the state, after a wait.
//   404                                the version of the API (CrdApi), and then the state.
//
// A wait is 800 ms, twice as long each time, up to 30 s, with jitter, and at least as long as the
// server demands. Two minutes without a wait reset it. So no failure can cause a busy loop. An
// endless list is a failure, too.
//
// An exception of the handler is caught: the object is skipped, later ones are delivered, and when
// the watch ends the state is read again. Any other exception is a failure.
//
// Memory does not grow with the server's answers. At most kMaxNames names of a state are stored;
// further objects are delivered, but count as missing when the state is complete. Names and
// versions that are longer than Kubernetes allows are errors.
//
// Upstream: tools/cache/reflector.go (client-go 0.37). Differs: a watch that cannot be opened, and
// one that the server ends with a 5xx, are tried again as above. client-go reads the state, unless
// the connection was refused or the answer was 429. The stream of a WatchList ends with the state;
// an exception does not end the process.
#pragma once

#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "controller/clock.h"
#include "controller/crd_api.h"
#include "controller/watch_stats.h"
#include "kube/client.h"
#include "schema/crd/meta.h"

namespace structural::controller {

// ReflectorHandler: receives the CRDs that a Reflector reads. Called only from the reflector's thread. Texts are valid
// only during the call.
class ReflectorHandler {
 public:
  virtual ~ReflectorHandler() = default;
  virtual void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) = 0;
  virtual void OnDeleted(const std::string& name) = 0;
  // Called after the whole state was read: only CRDs with these names exist.
  virtual void OnReplace(const std::set<std::string>& names) = 0;
  // Called after one of the functions above, or the reflector itself, threw an exception. `name` is the name of the
  // object that was handled; empty if no single object was handled. `what` is the message. The default logs the error.
  virtual void OnPanic(const std::string& name, const std::string& what);
};

struct ReflectorOptions {
  int page_size = kube::kPageSize;
  bool watch_list = true;  // whether to use WatchList
  // Maximum time without a new object while the initial state of a WatchList is read. A server without WatchList can
  // treat the request as an ordinary watch, and never send the bookmark that ends the state. client-go waits for the
  // bookmark without a limit, and logs a warning after 10 s.
  std::chrono::seconds watch_list_idle{30};
  // Accepted content types, most preferred first. With kube::kProtobufOrJson, the handler must be able to read both.
  std::string_view accept = kube::kJsonType;
  // Maximum number of objects of a state. A state with more objects is treated as endless, which is a failure.
  std::size_t max_objects = 200'000;
  int max_failures = 0;  // number of failures in a row after which Run returns; 0: unlimited
  // Called for each failure, with the wait before the next attempt. If it returns false, Run returns the failure. Null:
  // failures are logged.
  std::function<bool(const base::Error&, std::chrono::milliseconds)> on_failed = nullptr;
  // Called with a sentence if the server does not complete a WatchList, so that a list is read instead. Null: the
  // sentence is logged.
  std::function<void(const std::string&)> on_incomplete_watch_list = nullptr;
  // Waits for this time and returns true, or returns false when a stop is requested.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep;
  // Returns a number in [0, 1), for jitter and the length of a watch.
  std::function<double()> random;
  // Counts lists, watches and events. Must outlive the reflector. Can be null.
  WatchStats* stats = nullptr;
};

// Run can be called only once.
class Reflector {
 public:
  // Maximum number of CRDs that are kept up to date.
  static constexpr std::size_t kMaxNames = 20'000;

  // All arguments must outlive the reflector.
  Reflector(kube::Client& client, CrdApi& api, ReflectorHandler& handler, Clock& clock, ReflectorOptions options);

  // Returns Ok when a stop is requested. Returns the last failure after max_failures failures in a row, or if on_failed
  // has returned false.
  base::Status Run(std::stop_token stop);

 private:
  enum class Phase { kDiscovery, kList, kWatch };

  // Step and the functions that it calls do the work of phase_, and set the next phase.
  base::Status Step(std::stop_token stop);
  base::Status StepOnce(std::stop_token stop);
  base::Status FindApi(std::stop_token stop);
  base::Status InitialList(std::stop_token stop);
  struct WatchOutcome {
    bool opened = false;
    int events = 0;
    bool had_invalid_event = false;
    Clock::Monotonic begun;  // time at which the watch was requested
  };
  base::Status Watch(std::stop_token stop);
  base::Status WatchOnce(WatchOutcome& watched, std::stop_token stop);
  base::Status OnWatchEnded(const WatchOutcome& watched, base::Status status);
  void OnFailed(base::ErrorCode code);

  base::Status ReadByWatchList(std::stop_token stop);
  void ReportIncompleteWatchList() const;
  base::Status ReadByList(std::stop_token stop);
  base::Result<kube::ListResult> List(const std::string& from, std::stop_token stop);
  bool Report(const base::Error& error, std::chrono::milliseconds wait) const;
  base::Status OnStateRead(const std::string& resource_version);
  void BeginState();
  base::Status CountObject();

  void PassToHandler(const std::string& name, const std::function<void()>& call);
  // Passes the event to the handler, and returns its resourceVersion. Returns an error if the event is invalid.
  base::Result<std::string> OnEvent(const kube::WatchEvent& event, std::stop_token stop);
  int WatchSeconds() const;

  kube::Client& client_;
  CrdApi& api_;
  ReflectorHandler& handler_;
  Clock& clock_;
  const ReflectorOptions options_;
  RetryDelay delay_;
  Phase phase_ = Phase::kDiscovery;
  std::string resource_version_;                // the last seen resourceVersion
  bool resource_version_lost_ = false;          // the server cannot list at resource_version_
  Clock::Monotonic watch_list_allowed_from_{};  // before this time WatchList is not used
  bool server_has_no_cache_ = false;            // the server sends pages even for resourceVersion 0
  int page_size_;                               // maximum number of objects of a page; reduced if a page was too large
  bool only_pages_ = false;                     // lists are read in pages: one from the cache was too large or too slow
  int failed_without_events_ = 0;               // number of watches in a row that failed without an event
  int short_watches_in_row_ = 0;                // number of watches in a row that ended at once, with few events
  int failures_in_row_ = 0;                     // number of failed steps in a row
  Clock::Monotonic state_begun_at_{};           // time at which reading the state began
  std::set<std::string> names_;                 // names in the state that is being read
  std::size_t objects_ = 0;                     // number of objects in the state that is being read
  bool skipped_object_ = false;                 // the handler threw an exception, so an object was skipped
};

}  // namespace structural::controller
