// Reflector: keeps a handler in step with the server's CustomResourceDefinitions, for ever.
//
// First the whole state, then every change of it. The state comes
//   - by WatchList, as a stream of events, where the server has that (Kubernetes 1.32 and later);
//     a server that refuses it, falls silent or ends before all was said is not asked for it again
//     within an hour;
//   - else by a list: the first at resourceVersion 0, from the server's cache; later ones no older
//     than what was seen; where the server cannot do that (410, or "too large"), the newest.
//     Servers ignore limits there. Where that makes a chunk larger than may be, the newest list is
//     read in pages, that time and from then on; so is it after a list that took too long.
// Changes come by a watch, from the last resourceVersion that was seen:
//
// The watch                            what is due then
//   was ended by the server            the next watch, at once
//   broke, or fell silent              the next watch, at once
//   ended within a second, no event    the state, after a wait
//   did so with few events, the sixth  the next watch, after a wait
//     time in a row
//   could not be opened; 429; 5xx      the next watch, after a wait; the state, after a wait, where
//                                      that was the third 5xx in a row
//   410, or an event without sense     the state, after a wait
//   404                                the version of the API (CrdApi), and then the state
//
// A wait is 800 ms, twice as long each time, up to 30 s, with jitter, and at least as long as the
// server asked for; two quiet minutes reset that. So nothing here can turn into a busy loop. A list
// without end is a failure, too.
//
// An exception of the handler ends here: the object is skipped, those after it are handed over, and
// when the watch ends the state is read again. Any other exception is a failure.
//
// Memory does not grow with what a server sends: kMaxNames names of a state are remembered, objects
// beyond that are handed over and count as not there when the state is complete; names and versions
// that are longer than Kubernetes allows are errors.
//
// Upstream: tools/cache/reflector.go (client-go 0.37). Differs: a watch that cannot be opened, and
// one that the server ends with a 5xx, are tried again as above, where client-go reads the state
// for all but a refused connection and 429; the stream of a WatchList is not kept for the changes after
// it; an exception does not end the process.
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

// Called from the reflector's thread only. Texts are valid during the call.
class ReflectorHandler {
 public:
  virtual ~ReflectorHandler() = default;
  virtual void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) = 0;
  virtual void OnDeleted(const std::string& name) = 0;
  // The state was read to its end; these and no others exist. The first time: all is known now.
  virtual void OnReplace(const std::set<std::string>& names) = 0;
  // One of the above threw for this object; empty: something did. It is logged.
  virtual void OnPanic(const std::string& name, const std::string& what);
};

struct ReflectorOptions {
  int page_size = kube::kPageSize;
  bool watch_list = true;  // whether to try it
  // A state of more objects has no end.
  std::size_t max_objects = 200'000;
  int max_failures = 0;  // in a row, then Run gives up; 0: never
  // Told of each failure and of the wait before the next try; false gives up. Null: it is logged.
  std::function<bool(const base::Error&, std::chrono::milliseconds)> on_failed = nullptr;
  // Waits and returns true, or false when stop fired.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep;
  // A number in [0, 1), for jitter and the length of a watch.
  std::function<double()> random;
  // Told of lists, watches and events. Must outlive the reflector. Null: nobody is.
  WatchStats* stats = nullptr;
};

// Use once.
class Reflector {
 public:
  // The most CRDs that are kept in step.
  static constexpr std::size_t kMaxNames = 20'000;

  // All must outlive the reflector.
  Reflector(kube::Client& client, CrdApi& api, ReflectorHandler& handler, Clock& clock,
            ReflectorOptions options);

  // Returns Ok when `stop` fired, and the last failure where it, or on_failed, gave up.
  base::Status Run(std::stop_token stop);

 private:
  enum class Phase { kDiscovery, kList, kWatch };

  // Each does what is due, and says what is due then.
  base::Status Step(std::stop_token stop);
  base::Status StepOnce(std::stop_token stop);
  base::Status FindApi(std::stop_token stop);
  base::Status InitialList(std::stop_token stop);
  struct Watched {
    bool opened = false;
    int events = 0;
    bool senseless = false;  // one of them
    Clock::Monotonic begun;
  };
  base::Status Watch(std::stop_token stop);
  base::Status WatchOnce(Watched& watched, std::stop_token stop);
  base::Status OnWatchEnded(const Watched& watched, base::Status status);
  void OnFailed(base::ErrorCode code);

  base::Status ReadByWatchList(std::stop_token stop);
  base::Status ReadByList(std::stop_token stop);
  base::Result<kube::ListResult> List(const std::string& from, std::stop_token stop);
  bool Report(const base::Error& error, std::chrono::milliseconds wait) const;
  base::Status OnState(const std::string& resource_version);
  void BeginState();
  base::Status Count();

  void HandOver(const std::string& name, const std::function<void()>& call);
  // Hands the event over; the resourceVersion it leads to.
  base::Result<std::string> OnEvent(const kube::WatchEvent& event, std::stop_token stop);
  int WatchSeconds() const;

  kube::Client& client_;
  CrdApi& api_;
  ReflectorHandler& handler_;
  Clock& clock_;
  const ReflectorOptions options_;
  RetryDelay delay_;
  Phase phase_ = Phase::kDiscovery;
  std::string resource_version_;        // the last that was seen
  bool resource_version_lost_ = false;  // the server cannot list from there
  Clock::Monotonic watch_list_from_{};  // when to try it
  bool pages_at_zero_ = false;          // the server has no cache: it pages even resourceVersion 0
  int page_size_;                       // smaller than asked for where pages were too large
  bool only_pages_ = false;             // a list from the cache was too large
  int fruitless_ = 0;                   // watches in a row that failed without an event
  int short_ = 0;                       // watches in a row that ended at once, with few events
  int failures_ = 0;                    // steps in a row
  Clock::Monotonic state_begun_at_{};
  std::set<std::string> names_;  // of the state that is being read
  std::size_t objects_ = 0;      // of that state
  bool skipped_ = false;         // an object, as it threw
};

}  // namespace structural::controller
