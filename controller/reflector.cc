#include "controller/reflector.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <glog/logging.h>

#include "controller/log_fields.h"
#include "controller/recover.h"
#include "kube/watch.h"

namespace structural::controller {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;
using kube::WatchEvent;

constexpr std::chrono::seconds kShortestWatch{300};
constexpr std::chrono::seconds kVeryShortWatch{1};
// A watch is short if it ends at once with fewer than kFewEvents events. After kMaxShort short watches in a row, the
// next watch is opened only after a wait.
constexpr int kFewEvents = 100;
constexpr int kMaxShort = 5;
// Maximum number of watches in a row that fail with a server error. After them the state is read again.
constexpr int kMaxFruitless = 3;

// Returns whether the error is temporary: the server is unavailable or busy, and the known state is still valid.
bool IsPassing(ErrorCode code) {
  return code == ErrorCode::kUnavailable || code == ErrorCode::kTooManyRequests || code == ErrorCode::kTimeout;
}

// Returns whether the connection broke without an error of the server.
bool IsBroken(const Status& status) {
  return !status.ok() &&
         (status.error().code() == ErrorCode::kUnavailable || status.error().code() == ErrorCode::kTimeout);
}

WatchStats::End EndOf(const Status& status) {
  if (status.ok()) return WatchStats::End::kClosed;
  if (IsBroken(status)) return WatchStats::End::kBroken;
  return status.error().code() == ErrorCode::kGone ? WatchStats::End::kExpired : WatchStats::End::kError;
}

}  // namespace

void ReflectorHandler::OnPanic(const std::string& name, const std::string& what) {
  const LogFields about({{"crd", name}});
  LOG(ERROR) << "panic: " << what << " [recovered]";
}

Reflector::Reflector(kube::Client& client, CrdApi& api, ReflectorHandler& handler, Clock& clock,
                     ReflectorOptions options)
    : client_(client),
      api_(api),
      handler_(handler),
      clock_(clock),
      options_(std::move(options)),
      delay_(clock),
      page_size_(options_.page_size) {}

int Reflector::WatchSeconds() const {
  const std::chrono::duration<double> time = kShortestWatch * (1 + options_.random());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return static_cast<int>(seconds.count());
}

Status Reflector::FindApi(std::stop_token stop) {
  const crd::ApiVersion before = api_.version();
  const Status found = api_.DiscoverVersion(stop);
  if (!found.ok()) return found;
  // Allows WatchList again, because another version of the API means another release of the server, which may support
  // it.
  if (api_.version() != before) watch_list_allowed_from_ = {};
  phase_ = Phase::kList;
  return found;
}

void Reflector::PassToHandler(const std::string& name, const std::function<void()>& call) {
  const auto thrown = Recover(call);
  if (!thrown) return;
  skipped_object_ = true;
  handler_.OnPanic(name, *thrown);
}

base::Result<std::string> Reflector::OnEvent(const WatchEvent& event, std::stop_token stop) {
  if (event.type == WatchEvent::Type::kBookmark) {
    auto version = crd::ReadResourceVersion(event.object);
    if (version.ok() && version->size() > kMaxResourceVersionBytes) return TooLongError("resourceVersion");
    return version;
  }
  const auto meta = ReadMetaWithinLimits(event.object, api_.version());
  if (!meta.ok()) return meta.error();
  if (event.type == WatchEvent::Type::kDeleted) {
    PassToHandler(meta->name, [&] { handler_.OnDeleted(meta->name); });
    names_.erase(meta->name);
    return meta->resource_version;
  }
  if (phase_ == Phase::kList) {
    if (const Status counted = CountObject(); !counted.ok()) return counted.error();
    if (names_.size() < kMaxNames) names_.insert(meta->name);
  }
  PassToHandler(meta->name, [&] { handler_.OnObject(*meta, event.object, stop); });
  return meta->resource_version;
}

Status Reflector::WatchOnce(WatchOutcome& watched, std::stop_token stop) {
  kube::WatchOptions options;
  options.resource_version = resource_version_;
  options.timeout_seconds = WatchSeconds();
  options.accept = options_.accept;
  options.on_open = [&] {
    watched.opened = true;
    if (options_.stats != nullptr) options_.stats->OnOpened();
  };
  std::optional<Error> invalid_event;
  const auto on_event = [&](const WatchEvent& event) {
    ++watched.events;
    auto version = OnEvent(event, stop);
    if (!version.ok()) invalid_event = version.error().In("watch");
    if (version.ok()) resource_version_ = *std::move(version);
    if (options_.stats != nullptr) options_.stats->OnEvent(resource_version_);
    return !invalid_event && !stop.stop_requested();
  };
  const Status status = client_.Watch(CrdCollection(api_.version()), options, on_event, stop);
  watched.had_invalid_event = invalid_event.has_value();
  return invalid_event ? Status(*invalid_event) : status;
}

Status Reflector::OnWatchEnded(const WatchOutcome& watched, Status status) {
  if (watched.opened && !watched.had_invalid_event && IsBroken(status)) {
    VLOG(1) << status.error().message() << "; continuing";
    status = base::Ok();
  }
  failed_without_events_ = watched.events > 0 || status.ok() ? 0 : failed_without_events_ + 1;
  if (status.ok() && std::exchange(skipped_object_, false)) phase_ = Phase::kList;
  if (!status.ok() || clock_.Now() - watched.begun >= kVeryShortWatch || watched.events >= kFewEvents) {
    short_watches_in_row_ = 0;
    return status;
  }
  if (watched.events == 0) {
    phase_ = Phase::kList;
    return Error(ErrorCode::kUnavailable, "watch: ended immediately without an event");
  }
  if (++short_watches_in_row_ <= kMaxShort) return status;
  return Error(ErrorCode::kUnavailable, "watch: ends immediately again and again");
}

Status Reflector::Watch(std::stop_token stop) {
  WatchOutcome watched{.begun = clock_.Now()};
  const Status status = WatchOnce(watched, stop);
  if (options_.stats != nullptr) {
    options_.stats->OnEnded(watched.begun, static_cast<std::size_t>(watched.events), EndOf(status));
  }
  return OnWatchEnded(watched, status);
}

void Reflector::OnFailed(ErrorCode code) {
  if (phase_ == Phase::kDiscovery) return;
  if (code == ErrorCode::kNotFound) {
    phase_ = Phase::kDiscovery;
    return;
  }
  if (code == ErrorCode::kVersionTooLarge) resource_version_lost_ = true;
  const bool resumes = IsPassing(code) || (code == ErrorCode::kServerError && failed_without_events_ < kMaxFruitless);
  if (phase_ == Phase::kWatch && !resumes) phase_ = Phase::kList;
}

Status Reflector::Step(std::stop_token stop) {
  Status status = base::Ok();
  const auto thrown = Recover([&] { status = StepOnce(stop); });
  if (!thrown) return status;
  handler_.OnPanic("", *thrown);
  return Error(ErrorCode::kInternal, "panic: " + *thrown + " [recovered]");
}

Status Reflector::StepOnce(std::stop_token stop) {
  switch (phase_) {
    case Phase::kDiscovery: return FindApi(stop);
    case Phase::kList: return InitialList(stop);
    case Phase::kWatch: return Watch(stop);
  }
  return base::Ok();
}

bool Reflector::Report(const Error& error, std::chrono::milliseconds wait) const {
  if (options_.on_failed) return options_.on_failed(error, wait);
  LOG(WARNING) << error.message() << "; retrying in " << wait.count() << " ms";
  return true;
}

Status Reflector::Run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const Status status = Step(stop);
    if (stop.stop_requested()) break;
    if (status.ok()) {
      failures_in_row_ = 0;
      continue;
    }
    const Error& error = status.error();
    if (++failures_in_row_ == options_.max_failures) return status;
    OnFailed(error.code());
    const auto wait = std::max<std::chrono::milliseconds>(delay_.Next(options_.random()), error.retry_after());
    if (!Report(error, wait)) return status;
    if (!options_.sleep(wait, stop)) break;
  }
  return base::Ok();
}

namespace {

// Time after which WatchList is tried again, because the server can be replaced by a newer one, and because a stream
// can end early for another reason.
constexpr std::chrono::hours kTryAgainAfter{1};
// Wait after a state with too many objects. It is long, because reading such a state takes seconds.
constexpr std::chrono::minutes kTooManyRetry{5};

// Returns whether the code is an answer of servers that do not know WatchList or have disabled it.
bool IsRefusal(ErrorCode code) { return code == ErrorCode::kUnprocessable || code == ErrorCode::kBadRequest; }

// Returns whether the error does not depend on WatchList, so that a list would fail, too.
bool IsIndependentOfWatchList(ErrorCode code) {
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

// Counts an object of the state that is being read. Returns an error if it has more than ReflectorOptions::max_objects.
Status Reflector::CountObject() {
  if (++objects_ <= options_.max_objects) return base::Ok();
  return Error(ErrorCode::kLimitExceeded, "the server has more than " + std::to_string(options_.max_objects) +
                                              " CustomResourceDefinitions, or an endless list")
      .WithRetryAfter(kTooManyRetry);
}

Status Reflector::OnStateRead(const std::string& resource_version) {
  if (resource_version.empty()) {
    return Error(ErrorCode::kInvalidInput, "the list has no metadata.resourceVersion");
  }
  resource_version_ = resource_version;
  resource_version_lost_ = false;
  phase_ = Phase::kWatch;
  if (options_.stats != nullptr) {
    options_.stats->OnListed(state_begun_at_, names_.size(), resource_version);
  }
  handler_.OnReplace(names_);
  BeginState();
  return base::Ok();
}

void Reflector::ReportIncompleteWatchList() const {
  const std::string text =
      "WatchList: the server did not send the bookmark that ends the initial state, and no new object for " +
      std::to_string(options_.watch_list_idle.count()) + " s; reading the list instead";
  if (options_.on_incomplete_watch_list) return options_.on_incomplete_watch_list(text);
  LOG(WARNING) << text << ", retrying WatchList in 1 h";
}

// Reads the state by WatchList. If the server does not support WatchList, returns Ok, sets watch_list_allowed_from_,
// and does not change the phase.
Status Reflector::ReadByWatchList(std::stop_token stop) {
  kube::WatchOptions options;
  options.resource_version = resource_version_lost_ ? "" : resource_version_;
  options.timeout_seconds = WatchSeconds();
  options.accept = options_.accept;
  options.send_initial_events = true;
  options.idle_timeout = options_.watch_list_idle;
  std::optional<Error> unreadable;
  std::string reached;
  BeginState();
  auto last_new_at = clock_.Now();
  bool late = false;
  const auto on_event = [&](const WatchEvent& event) {
    const std::size_t known = names_.size();
    const auto version = OnEvent(event, stop);
    if (!version.ok()) unreadable = version.error().In("WatchList");
    const bool ends = kube::EndsInitialEvents(event);
    if (version.ok() && ends) reached = *version;
    const auto now = clock_.Now();
    if (names_.size() > known || known == kMaxNames) last_new_at = now;
    late = now - last_new_at >= options_.watch_list_idle;
    return version.ok() && !ends && !late && !stop.stop_requested();
  };
  const Status status = client_.Watch(CrdCollection(api_.version()), options, on_event, stop);
  if (unreadable) return *unreadable;
  if (!reached.empty()) return OnStateRead(reached);
  late |= !status.ok() && status.error().code() == ErrorCode::kTimeout;
  if (status.ok() || late || IsRefusal(status.error().code())) {
    watch_list_allowed_from_ = clock_.Now() + kTryAgainAfter;
    if (stop.stop_requested()) return base::Ok();
    if (late) ReportIncompleteWatchList();
    if (!late) LOG(INFO) << "WatchList is not supported by the server; using LIST, retrying in 1 h";
    return base::Ok();
  }
  if (IsLost(status.error().code())) resource_version_lost_ = true;
  return status;
}

base::Result<kube::ListResult> Reflector::List(const std::string& from, std::stop_token stop) {
  // True if the list is requested at a known resourceVersion. The request then has no limit; with one, a server would
  // not answer from its cache.
  const bool from_cache = !from.empty() && from != "0" && !server_has_no_cache_;
  std::stop_source enough;
  const std::stop_callback pass_on(stop, [&] { enough.request_stop(); });
  std::optional<Error> unreadable;
  const auto on_item = [&](std::string_view item) {
    if (enough.stop_requested()) return;
    if (const Status counted = CountObject(); !counted.ok()) {
      unreadable = counted.error();
      enough.request_stop();
      return;
    }
    const auto meta = ReadMetaWithinLimits(item, api_.version());
    if (!meta.ok()) {
      unreadable = meta.error().In("item of the list of CustomResourceDefinitions");
      return;
    }
    if (names_.size() < kMaxNames) names_.insert(meta->name);
    PassToHandler(meta->name, [&] { handler_.OnObject(*meta, item, stop); });
  };
  BeginState();
  auto list = client_.List(CrdCollection(api_.version()),
                           {.limit = from_cache ? 0 : page_size_,
                            .kind = kCrdListKind,
                            .resource_version = from,
                            .on_restart = [this] { BeginState(); },
                            .accept = options_.accept},
                           on_item, enough.get_token());
  // If an object was unreadable, the list is incomplete. It must not be passed to OnStateRead, which would treat the
  // missing CRDs as deleted.
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
  if (list->last_page_limit > 0 && list->paged) page_size_ = list->last_page_limit;
  if (list->from_newest) only_pages_ = true;
  if (from == "0" && list->paged && !list->from_newest) server_has_no_cache_ = true;
  return OnStateRead(list->resource_version);
}

Status Reflector::InitialList(std::stop_token stop) {
  if (!options_.watch_list || clock_.Now() < watch_list_allowed_from_) return ReadByList(stop);
  const Status status = ReadByWatchList(stop);
  if (phase_ == Phase::kWatch || stop.stop_requested()) return status;
  if (!status.ok() && (IsLost(status.error().code()) || IsIndependentOfWatchList(status.error().code()))) {
    return status;
  }
  if (!status.ok()) VLOG(1) << status.error().message() << "; reading the list instead";
  return ReadByList(stop);
}

}  // namespace structural::controller
