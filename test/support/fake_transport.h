// FakeTransport: an API server in memory.
//
// Holds objects by path, counts resourceVersions, remembers events, and answers GET, list with
// paging, watch, JSON patch (also on /status), POST, PUT and DELETE as an API server does. A test
// puts objects in, lets its subject run, and looks at what the objects became. What a healthy
// server would not do is asked for with the functions under "Trouble".
//
// Thread-safe. Watches block until there is an event, they are ended, or their stop_token fires.
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

  // State. Objects are JSON texts; a path is an object's own ("/apis/…/widgets/a").
  // Creates or replaces as another client would: new resourceVersion, new generation when the spec
  // changed, an event. Gives a uid and creationTimestamp to a new one.
  void Put(const std::string& path, const std::string& object);
  void Remove(const std::string& path);
  std::optional<std::string> Object(const std::string& path) const;
  std::string resource_version() const;
  // Everything that was asked, in order.
  std::vector<kube::Request> requests() const;
  // Blocks until `count` watches have delivered everything and wait for more.
  void WaitForWatches(size_t count) const;

  // Trouble.
  // The next Do of this method ("" for any) is answered so, without touching the state. Discovery
  // is left alone, unless the method is "GET /apis/apiextensions.k8s.io".
  void AnswerNext(const std::string& method, base::Result<kube::Response> answer);
  // The next Stream gives these lines, then the status; without lines a failure is that of the
  // request.
  void StreamNext(std::vector<std::string> lines, base::Status end);
  // Kinds of servers. kRefused: as from 1.19 on where the feature is off. kIgnored: older still.
  enum class WatchList { kServed, kRefused, kIgnored };
  void Serve(WatchList watch_list);
  // The versions of apiextensions.k8s.io; others are not found. Both at the start.
  void ServeVersions(std::vector<std::string> versions);
  // Every resourceVersion and continue token up to now is too old.
  void Compact();
  // Running watches end, as after timeoutSeconds.
  void EndWatches();
  // Running watches break.
  void BreakWatches();
  // Running watches get a bookmark with the present resourceVersion.
  void SendBookmark();

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override;
  // Hands the body over in small pieces.
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes& on_bytes,
                                     std::stop_token stop) override;
  base::Status Stream(const kube::Request& request, std::chrono::milliseconds idle,
                      const OnLine& on_line, std::stop_token stop) override;

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

  // All with mutex_ held.
  void Store(const std::string& path, const std::string& object);
  void Erase(const std::string& path);
  std::optional<kube::Response> AnswerForGroup(const kube::Request& request) const;
  kube::Response List(const std::string& collection, const std::string& query) const;
  kube::Response Patch(const kube::Request& request);
  kube::Response Post(const kube::Request& request);
  kube::Response Replace(const kube::Request& request);
  kube::Response Answer(const kube::Request& request);
  std::optional<base::Result<kube::Response>> TakeScript(const std::string& method);
  std::optional<StreamScript> TakeStreamScript();
  std::vector<std::string> LinesSince(const std::string& collection, long version,
                                      long* reached) const;
  std::vector<std::string> InitialLines(const std::string& collection, const std::string& query,
                                        long* reached) const;
  void EndRunningWatches(bool broken);

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::map<std::string, std::string> objects_;
  std::vector<Event> events_;
  std::vector<kube::Request> requests_;
  std::deque<Script> scripts_;
  std::deque<StreamScript> stream_scripts_;
  WatchList watch_list_ = WatchList::kServed;
  std::vector<std::string> served_ = {"v1", "v1beta1"};
  long version_ = 100;
  long compacted_ = 0;
  long uid_ = 0;
  int watch_era_ = 0;  // raised when running watches end
  bool watches_broken_ = false;
  // Watches that wait for news: the era they began in and the version they have reached.
  std::multiset<std::pair<int, long>> waiting_;
};

}  // namespace structural::test
