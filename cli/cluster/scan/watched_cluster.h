// WatchedCluster: the rows of a cluster that is watched.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "cli/cluster/scan/checked_crd.h"
#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/row.h"
#include "controller/reflector.h"

namespace structural::scan {

// Updates the rows when it receives an event of the cluster's reflector, and passes changes to `output`. Locks `mutex`
// while it calls `output`, because several clusters share one output.
class WatchedCluster : public controller::ReflectorHandler {
 public:
  // All arguments must outlive the object.
  WatchedCluster(std::string context, const Filter& filter, WatchOutput& output, std::mutex& mutex,
                 validate::Release release = {})
      : context_(std::move(context)), filter_(filter), output_(output), mutex_(mutex), release_(release) {}

  void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) override;
  void OnDeleted(const std::string& name) override;
  void OnReplace(const std::set<std::string>& names) override;

  // Returns whether all CRDs were read at least once.
  bool was_listed() const { return was_listed_; }

 private:
  void Show(Row row);
  void Hide(const std::string& name, const Row& last);

  const std::string context_;
  const Filter& filter_;
  WatchOutput& output_;
  std::mutex& mutex_;
  const validate::Release release_;
  base::Arena arena_;
  std::map<std::string, Row> shown_;  // rows that the filter selects, by the name of the CRD
  bool was_listed_ = false;
};

// Watches the CRDs of the cluster until `stop` is requested; then returns Ok. Failures are retried, and reported to
// `output`. Returns the last error if a retry is useless, as for a missing right, or after too many consecutive
// failures.
base::Status WatchCluster(kube::Client& client, const std::string& context, WatchedCluster& cluster,
                          WatchOutput& output, std::mutex& mutex, std::stop_token stop);

}  // namespace structural::scan
