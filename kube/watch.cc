#include "kube/watch.h"

#include "kube/query.h"

namespace structural::kube {
namespace {

// The server's own end of the watch may come this much late.
constexpr std::chrono::seconds kIdleBeyondTimeout{30};

}  // namespace

std::string WatchPath(std::string_view path, const WatchOptions& options) {
  Query query(path);
  query.Add("watch", "true");
  query.Add("timeoutSeconds", std::to_string(options.timeout_seconds));
  if (!options.resource_version.empty()) query.Add("resourceVersion", options.resource_version);
  if (options.allow_bookmarks) query.Add("allowWatchBookmarks", "true");
  if (options.send_initial_events) {
    query.Add("sendInitialEvents", "true");
    query.Add("resourceVersionMatch", "NotOlderThan");
  }
  return query.text();
}

std::chrono::milliseconds IdleOf(const WatchOptions& options) {
  return options.idle.value_or(std::chrono::seconds(options.timeout_seconds) + kIdleBeyondTimeout);
}

}  // namespace structural::kube
