// Reading the whole state.
#include <optional>

#include <glog/logging.h>

#include "controller/crd_api.h"
#include "controller/reflector.h"
#include "kube/watch.h"

namespace structural::controller {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;
using kube::WatchEvent;

// Maximum silence before the end of the state. A server without WatchList may treat the request as an
// ordinary watch, and never send the bookmark that ends the state.
constexpr std::chrono::seconds kInitialEventsIdle{30};
// Time after which WatchList is tried again: a newer server may replace this one, and a stream may
// have ended early for another reason.
constexpr std::chrono::hours kTryAgainAfter{1};
// Wait after a state with too many objects, because reading it takes seconds.
constexpr std::chrono::minutes kTooManyRetry{5};

// Returns whether this is the answer of a server that does not know WatchList, or has disabled it.
bool IsRefusal(ErrorCode code) { return code == ErrorCode::kUnprocessable || code == ErrorCode::kBadRequest; }

// Returns whether the error does not depend on WatchList, so that a list would fail, too.
bool IsNoMatterOfWatchList(ErrorCode code) {
  return code == ErrorCode::kUnavailable || code == ErrorCode::kTooManyRequests || code == ErrorCode::kUnauthorized ||
         code == ErrorCode::kNotFound || code == ErrorCode::kCancelled;
}

bool IsLost(ErrorCode code) { return code == ErrorCode::kGone || code == ErrorCode::kVersionTooLarge; }

}  // namespace

void Reflector::BeginState() {
  state_begun_at_ = clock_.Now();
  names_.clear();
  objects_ = 0;
}

// Counts an object of the state.
Status Reflector::Count() {
  if (++objects_ <= options_.max_objects) return base::Ok();
  return Error(ErrorCode::kLimitExceeded, "the server has more than " + std::to_string(options_.max_objects) +
                                              " CustomResourceDefinitions, or an endless list")
      .WithRetryAfter(kTooManyRetry);
}

Status Reflector::OnState(const std::string& resource_version) {
  if (resource_version.empty()) {
    return Error(ErrorCode::kInvalidInput, "the list has no metadata.resourceVersion");
  }
  resource_version_ = resource_version;
  resource_version_lost_ = false;
  phase_ = Phase::kWatch;
  if (options_.stats != nullptr) {
    options_.stats->Listed(state_begun_at_, names_.size(), resource_version);
  }
  handler_.OnReplace(names_);
  BeginState();
  return base::Ok();
}

// Returns Ok and sets watch_list_from_ if the server does not support WatchList.
Status Reflector::ReadByWatchList(std::stop_token stop) {
  kube::WatchOptions options;
  options.resource_version = resource_version_lost_ ? "" : resource_version_;
  options.timeout_seconds = WatchSeconds();
  options.send_initial_events = true;
  options.idle = kInitialEventsIdle;
  std::optional<Error> unreadable;
  std::string reached;
  const auto on_event = [&](const WatchEvent& event) {
    const auto version = OnEvent(event, stop);
    if (!version.ok()) unreadable = version.error().In("WatchList");
    const bool ends = kube::EndsInitialEvents(event);
    if (version.ok() && ends) reached = *version;
    return version.ok() && !ends && !stop.stop_requested();
  };
  BeginState();
  const Status status = client_.Watch(CrdCollection(api_.version()), options, on_event, stop);
  if (unreadable) return *unreadable;
  if (!reached.empty()) return OnState(reached);
  if (status.ok() || status.error().code() == ErrorCode::kTimeout || IsRefusal(status.error().code())) {
    watch_list_from_ = clock_.Now() + kTryAgainAfter;
    return base::Ok();
  }
  if (IsLost(status.error().code())) resource_version_lost_ = true;
  return status;
}

base::Result<kube::ListResult> Reflector::List(const std::string& from, std::stop_token stop) {
  // True for a list at a known resourceVersion. A server answers it from its cache only if the
  // request has no limit.
  const bool from_cache = !from.empty() && from != "0" && !pages_at_zero_;
  std::stop_source enough;
  const std::stop_callback pass_on(stop, [&] { enough.request_stop(); });
  std::optional<Error> unreadable;
  const auto on_item = [&](std::string_view item) {
    if (enough.stop_requested()) return;
    if (const Status counted = Count(); !counted.ok()) {
      unreadable = counted.error();
      enough.request_stop();
      return;
    }
    const auto meta = ReadSoundMeta(item, api_.version());
    if (!meta.ok()) {
      unreadable = meta.error().In("item of the list of CustomResourceDefinitions");
      return;
    }
    if (names_.size() < kMaxNames) names_.insert(meta->name);
    HandOver(meta->name, [&] { handler_.OnObject(*meta, item, stop); });
  };
  BeginState();
  auto list = client_.List(CrdCollection(api_.version()),
                           {.limit = from_cache ? 0 : page_size_,
                            .kind = kCrdListKind,
                            .resource_version = from,
                            .on_restart = [this] { BeginState(); }},
                           on_item, enough.get_token());
  // OnState would treat the CRDs that are missing in a partial list as deleted.
  if (unreadable) return *unreadable;
  return list;
}

Status Reflector::ReadByList(std::stop_token stop) {
  const std::string zero_or_seen = resource_version_.empty() ? "0" : resource_version_;
  const std::string from = resource_version_lost_ || only_pages_ ? "" : zero_or_seen;
  auto list = List(from, stop);
  if (!list.ok() && IsLost(list.error().code()) && !from.empty()) {
    resource_version_lost_ = true;
    list = List("", stop);
  }
  if (!list.ok()) {
    if (list.error().code() == ErrorCode::kTimeout && !from.empty()) only_pages_ = true;
    return list.error();
  }
  if (stop.stop_requested()) return Error(ErrorCode::kCancelled, "stopped");
  if (list->limit > 0 && list->paged) page_size_ = list->limit;
  if (list->from_newest) only_pages_ = true;
  if (from == "0" && list->paged && !list->from_newest) pages_at_zero_ = true;
  return OnState(list->resource_version);
}

Status Reflector::InitialList(std::stop_token stop) {
  if (!options_.watch_list || clock_.Now() < watch_list_from_) return ReadByList(stop);
  const Status status = ReadByWatchList(stop);
  if (phase_ == Phase::kWatch || stop.stop_requested()) return status;
  if (!status.ok() && (IsLost(status.error().code()) || IsNoMatterOfWatchList(status.error().code()))) {
    return status;
  }
  if (!status.ok()) VLOG(1) << status.error().message() << "; reading the list instead";
  if (status.ok()) LOG(INFO) << "WatchList is not supported by the server; using LIST, retrying in 1 h";
  return ReadByList(stop);
}

}  // namespace structural::controller
