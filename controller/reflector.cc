#include "controller/reflector.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <glog/logging.h>

#include "controller/log_fields.h"
#include "controller/recover.h"

namespace structural::controller {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;
using kube::WatchEvent;

constexpr std::chrono::seconds kShortestWatch{300};
constexpr std::chrono::seconds kVeryShortWatch{1};
// A watch is short if it ends at once with at most kFewEvents events; after kMaxShort of these in a
// row the next one waits.
constexpr int kFewEvents = 100;
constexpr int kMaxShort = 5;
// Maximum number of watches in a row that the server ends with an error and that are resumed.
constexpr int kMaxFruitless = 3;

// The server is unavailable or busy for a moment: the known state is still valid.
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
  const Status found = api_.Find(stop);
  if (!found.ok()) return found;
  // Another release of the server may support WatchList.
  if (api_.version() != before) watch_list_from_ = {};
  phase_ = Phase::kList;
  return found;
}

void Reflector::HandOver(const std::string& name, const std::function<void()>& call) {
  const auto thrown = Recover(call);
  if (!thrown) return;
  skipped_ = true;
  handler_.OnPanic(name, *thrown);
}

base::Result<std::string> Reflector::OnEvent(const WatchEvent& event, std::stop_token stop) {
  if (event.type == WatchEvent::Type::kBookmark) {
    auto version = crd::ReadResourceVersion(event.object);
    if (version.ok() && version->size() > kMaxVersionBytes) return TooLong("resourceVersion");
    return version;
  }
  const auto meta = ReadSoundMeta(event.object, api_.version());
  if (!meta.ok()) return meta.error();
  if (event.type == WatchEvent::Type::kDeleted) {
    HandOver(meta->name, [&] { handler_.OnDeleted(meta->name); });
    names_.erase(meta->name);
    return meta->resource_version;
  }
  if (phase_ == Phase::kList) {
    if (const Status counted = Count(); !counted.ok()) return counted.error();
    if (names_.size() < kMaxNames) names_.insert(meta->name);
  }
  HandOver(meta->name, [&] { handler_.OnObject(*meta, event.object, stop); });
  return meta->resource_version;
}

Status Reflector::WatchOnce(Watched& watched, std::stop_token stop) {
  kube::WatchOptions options;
  options.resource_version = resource_version_;
  options.timeout_seconds = WatchSeconds();
  options.on_open = [&] {
    watched.opened = true;
    if (options_.stats != nullptr) options_.stats->Opened();
  };
  std::optional<Error> senseless;
  const auto on_event = [&](const WatchEvent& event) {
    ++watched.events;
    auto version = OnEvent(event, stop);
    if (!version.ok()) senseless = version.error().In("watch");
    if (version.ok()) resource_version_ = *std::move(version);
    if (options_.stats != nullptr) options_.stats->Event(resource_version_);
    return !senseless && !stop.stop_requested();
  };
  const Status status = client_.Watch(CrdCollection(api_.version()), options, on_event, stop);
  watched.senseless = senseless.has_value();
  return senseless ? Status(*senseless) : status;
}

Status Reflector::OnWatchEnded(const Watched& watched, Status status) {
  if (watched.opened && !watched.senseless && IsBroken(status)) {
    VLOG(1) << status.error().message() << "; continuing";
    status = base::Ok();
  }
  fruitless_ = watched.events > 0 || status.ok() ? 0 : fruitless_ + 1;
  if (status.ok() && std::exchange(skipped_, false)) phase_ = Phase::kList;
  if (!status.ok() || clock_.Now() - watched.begun >= kVeryShortWatch || watched.events >= kFewEvents) {
    short_ = 0;
    return status;
  }
  if (watched.events == 0) {
    phase_ = Phase::kList;
    return Error(ErrorCode::kUnavailable, "watch: ended immediately without an event");
  }
  if (++short_ <= kMaxShort) return status;
  return Error(ErrorCode::kUnavailable, "watch: ends immediately again and again");
}

Status Reflector::Watch(std::stop_token stop) {
  Watched watched{.begun = clock_.Now()};
  const Status status = WatchOnce(watched, stop);
  if (options_.stats != nullptr) {
    options_.stats->Ended(watched.begun, static_cast<std::size_t>(watched.events), EndOf(status));
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
  const bool resumes = IsPassing(code) || (code == ErrorCode::kServerError && fruitless_ < kMaxFruitless);
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
      failures_ = 0;
      continue;
    }
    const Error& error = status.error();
    if (++failures_ == options_.max_failures) return status;
    OnFailed(error.code());
    const auto wait = std::max<std::chrono::milliseconds>(delay_.Next(options_.random()), error.retry_after());
    if (!Report(error, wait)) return status;
    if (!options_.sleep(wait, stop)) break;
  }
  return base::Ok();
}

}  // namespace structural::controller
