// FakeTransport: an API server in memory.
//
// Stores objects by path, counts resourceVersions, records events, and answers GET, list with paging, watch, JSON patch
// (also on /status), POST, PUT and DELETE as an API server does. A test stores objects, runs the tested code, and
// checks the objects at the end. The functions under "Failures" cause behaviour that a healthy server does not have.
//
// Thread-safe. Watches block until an event arrives, EndWatches or BreakWatches ends them, or a stop
// is requested.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kube/transport/transport.h"

namespace structural::test {

class FakeTransport : public kube::Transport {
 public:
  FakeTransport();
  ~FakeTransport() override;

  // The functions up to "Failures" read and change the state. Objects are JSON texts. A path is that of an object
  // ("/apis/…/widgets/a").
  //
  // Creates or replaces an object as another client would: with a new resourceVersion, a new generation if the spec
  // changed, and an event. Adds a uid and creationTimestamp to a new object.
  void Put(const std::string& path, const std::string& object);
  void Remove(const std::string& path);
  std::optional<std::string> Object(const std::string& path) const;
  std::string resource_version() const;
  // Returns all requests so far, in their order.
  std::vector<kube::Request> requests() const;
  // Blocks until `count` watches have delivered all events and wait for further events.
  void WaitForWatches(size_t count) const;

  // Failures. The functions below cause behaviour that a healthy server does not have.
  //
  // The next call of Do with this HTTP method ("" means any) returns this answer, and the state does not change.
  // Requests for discovery are unaffected, unless `method` is "GET /apis/apiextensions.k8s.io".
  void AnswerNext(const std::string& method, base::Result<kube::Response> answer);
  // The next call of Stream delivers these lines, and then returns the status `end`. If `lines` is empty and `end` is
  // an error, the request itself fails with this error.
  void StreamNext(std::vector<std::string> lines, base::Status end);
  // How the server answers a WatchList request. kServed: with the list and its changes. kRefused: with an error, as
  // servers of 1.19 and later without the feature gate. kIgnored: with an ordinary watch, as older servers.
  enum class WatchList { kServed, kRefused, kIgnored };
  void SetWatchList(WatchList watch_list);
  // Sets the served versions of apiextensions.k8s.io. Requests for other versions of the group get 404. At the start,
  // v1 and v1beta1 are served.
  void ServeVersions(std::vector<std::string> versions);
  // Makes all resourceVersions and continue tokens up to now too old, so that their use gets 410.
  void Compact();
  // Ends the running watches, as a server does after a watch's timeoutSeconds.
  void EndWatches();
  // Breaks the connections of running watches.
  void BreakWatches();
  // Sends a bookmark with the current resourceVersion to running watches.
  void SendBookmark();

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override;
  // Passes the body of a successful answer to `on_bytes` in small blocks. The returned answer then has an empty body.
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes& on_bytes,
                                     std::stop_token stop) override;
  base::Status Stream(const kube::Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                      std::stop_token stop) override;

 private:
  struct Event {
    long version;
    std::string collection;
    std::string line;
  };
  struct Script {
    std::string method;
    base::Result<kube::Response> answer;
  };
  struct StreamScript {
    std::vector<std::string> lines;
    base::Status end;
  };

  // Precondition of the private functions below: mutex_ is locked.
  void Store(const std::string& path, const std::string& object);
  void Erase(const std::string& path);
  std::optional<kube::Response> AnswerForGroup(const kube::Request& request) const;
  kube::Response List(const std::string& collection, const std::string& query) const;
  kube::Response Patch(const kube::Request& request);
  kube::Response Post(const kube::Request& request);
  kube::Response Replace(const kube::Request& request);
  kube::Response Answer(const kube::Request& request);
  std::optional<base::Result<kube::Response>> TakeScriptedAnswer(const std::string& method);
  std::optional<StreamScript> TakeScriptedStream();
  std::vector<std::string> LinesSince(const std::string& collection, long version, long* reached) const;
  std::vector<std::string> InitialLines(const std::string& collection, const std::string& query, long* reached) const;
  void EndRunningWatches(bool broken);

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::map<std::string, std::string> objects_;
  std::vector<Event> events_;
  std::vector<kube::Request> requests_;
  std::deque<Script> scripts_;
  std::deque<StreamScript> stream_scripts_;
  WatchList watch_list_ = WatchList::kServed;
  std::vector<std::string> served_versions_ = {"v1", "v1beta1"};
  long version_ = 100;
  long compacted_version_ = 0;
  long uid_ = 0;
  int watch_era_ = 0;  // number of the calls of EndWatches and BreakWatches so far; a watch ends when it changes
  bool watches_broken_ = false;
  // Watches that wait for events: (watch_era_ when the watch began, resourceVersion of the last event that it has
  // delivered).
  std::multiset<std::pair<int, long>> waiting_watches_;
};

}  // namespace structural::test
