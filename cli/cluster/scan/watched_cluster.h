// WatchedCluster: the rows of a cluster, kept up to date.
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

// Handles the events of a cluster's reflector. Locks `mutex` while it calls `output`, because several clusters share
// one output.
class WatchedCluster : public controller::ReflectorHandler {
 public:
  // All arguments must outlive the object.
  WatchedCluster(std::string context, const Filter& filter, WatchOutput& output, std::mutex& mutex,
                 validate::Release release = {})
      : context_(std::move(context)), filter_(filter), output_(output), mutex_(mutex), release_(release) {}

  void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) override;
  void OnDeleted(const std::string& name) override;
  void OnReplace(const std::set<std::string>& names) override;

  // Returns whether the state was read once.
  bool listed() const { return listed_; }

 private:
  void Show(Row row);
  void Hide(const std::string& name, const Row& last);

  const std::string context_;
  const Filter& filter_;
  WatchOutput& output_;
  std::mutex& mutex_;
  const validate::Release release_;
  base::Arena arena_;
  std::map<std::string, Row> shown_;  // shown rows by the name of the CRD
  bool listed_ = false;
};

// Follows the cluster until `stop` is requested, and returns Ok then. Failures are retried and
// reported to the output. If a retry is useless, or the failures last too long, returns the last
// error with an explanation for the user.
base::Status Watch(kube::Client& client, const std::string& context, WatchedCluster& cluster, WatchOutput& output,
                   std::mutex& mutex, std::stop_token stop);

}  // namespace structural::scan
