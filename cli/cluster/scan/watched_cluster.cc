#include "cli/cluster/scan/watched_cluster.h"

#include "controller/clock.h"
#include "kube/wait.h"
#include "schema/base/quote.h"

namespace structural::scan {
namespace {

using base::ErrorCode;

// Numbers of consecutive failures after which the watch ends: kFailuresAtTheStart before the first list was read,
// kFailuresLater after it. With the delays between retries, the first number is reached within seconds, the second
// within minutes.
constexpr int kFailuresAtTheStart = 3;
constexpr int kFailuresLater = 10;

// Time without an event after which a watch that has not yet sent all existing CRDs (WatchList) is replaced by a list
// request. It is short, because a user waits for the first rows.
constexpr std::chrono::seconds kWatchListIdle{10};

bool IsFinal(const base::Error& error) {
  return error.code() == ErrorCode::kForbidden || error.code() == ErrorCode::kUnauthorized;
}

}  // namespace

void WatchedCluster::Show(Row row) {
  const auto known = shown_.find(row.name);
  const bool is_new = known == shown_.end();
  if (!is_new && known->second == row) return;
  Row& kept = shown_[row.name];
  kept = std::move(row);
  if (was_listed_) output_.OnChange(is_new ? ChangeKind::kAdded : ChangeKind::kChanged, kept);
}

void WatchedCluster::Hide(const std::string& name, const Row& last) {
  if (shown_.erase(name) != 0 && was_listed_) output_.OnChange(ChangeKind::kGone, last);
}

void WatchedCluster::OnObject(const crd::Meta& meta, std::string_view text, std::stop_token) {
  Row row = CheckListedCrd(text, meta.default_version, arena_, release_).row;
  arena_.Reset();
  row.context = context_;
  const std::lock_guard lock(mutex_);
  if (was_listed_) output_.OnFailure(context_, "");
  if (filter_.Matches(row)) {
    Show(std::move(row));
  } else {
    Hide(meta.name, row);
  }
}

void WatchedCluster::OnDeleted(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto known = shown_.find(name);
  if (known == shown_.end()) return;
  Row row = known->second;
  row.state = State::kDeleted;
  Hide(name, row);
}

void WatchedCluster::OnReplace(const std::set<std::string>& names) {
  std::vector<std::string> gone;
  for (const auto& [name, row] : shown_) {
    if (!names.contains(name)) gone.push_back(name);
  }
  for (const std::string& name : gone) OnDeleted(name);
  const std::lock_guard lock(mutex_);
  output_.OnFailure(context_, "");
  if (std::exchange(was_listed_, true)) return;
  std::vector<Row> rows;
  for (const auto& [name, row] : shown_) rows.push_back(row);
  output_.OnState(rows);
}

base::Status WatchCluster(kube::Client& client, const std::string& context, WatchedCluster& cluster,
                          WatchOutput& output, std::mutex& mutex, std::stop_token stop) {
  controller::CrdApi api(client);
  int failures = 0;
  controller::ReflectorOptions options;
  options.accept = kube::kProtobufOrJson;
  options.sleep = [&](std::chrono::milliseconds wait, std::stop_token token) {
    return kube::SleepFor(wait, std::move(token));
  };
  options.random = controller::Random;
  options.on_failed = [&](const base::Error& error, std::chrono::milliseconds wait) {
    ++failures;
    if (IsFinal(error) || (!cluster.was_listed() && failures >= kFailuresAtTheStart)) return false;
    const std::lock_guard lock(mutex);
    output.OnFailure(
        context, base::EscapeUnprintable(error.message()) + "; retrying in " + std::to_string(wait.count()) + " ms");
    return true;
  };
  options.watch_list_idle = kWatchListIdle;
  options.on_incomplete_watch_list = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    output.OnFailure(context, text);
  };
  options.max_failures = kFailuresLater;
  controller::Reflector reflector(client, api, cluster, controller::Clock::OfMachine(), std::move(options));
  return reflector.Run(std::move(stop));
}

}  // namespace structural::scan
