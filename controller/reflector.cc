#include "controller/reflector.h"

#include <utility>

#include <glog/logging.h>

namespace structural::controller {
namespace {

using base::ErrorCode;
using kube::WatchEvent;

constexpr int kShortestWatchSeconds = 300;

// The server is there but busy, or not there for a moment: what was seen is still good.
bool CanResume(ErrorCode code) {
  return code == ErrorCode::kUnavailable || code == ErrorCode::kTooManyRequests ||
         code == ErrorCode::kTimeout || code == ErrorCode::kServerError;
}

}  // namespace

Reflector::Reflector(kube::Client& client, ReflectorHandler& handler, Clock& clock,
                     ReflectorOptions options)
    : client_(client), handler_(handler), options_(std::move(options)), delay_(clock) {}

void Reflector::HandleObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) {
  resource_version_ = meta.resource_version;
  handler_.OnObject(meta, text, stop);
}

base::Status Reflector::List(std::stop_token stop) {
  std::set<std::string> names;
  std::optional<base::Error> unreadable;
  const auto on_item = [&](std::string_view item) {
    const auto meta = crd::ReadMeta(item);
    if (!meta.ok()) {
      unreadable = meta.error().In("item of the list of CustomResourceDefinitions");
      return;
    }
    names.insert(meta->name);
    handler_.OnObject(*meta, item, stop);
  };
  const auto version =
      client_.List(kCrdPath, {.limit = options_.page_size, .resource_version = ""}, on_item, stop);
  if (!version.ok()) return version.error();
  if (stop.stop_requested()) return {ErrorCode::kCancelled, "stopped"};
  if (unreadable) return *unreadable;  // what is missing in the list must not count as deleted
  resource_version_ = version->resource_version;
  handler_.OnListed(names);
  return base::Ok();
}

bool Reflector::OnEvent(const WatchEvent& event, std::stop_token stop) {
  if (event.type == WatchEvent::Type::kBookmark) {
    if (auto version = crd::ReadResourceVersion(event.object); version.ok())
      resource_version_ = *version;
    return !stop.stop_requested();
  }
  const auto meta = crd::ReadMeta(event.object);
  if (!meta.ok()) {
    LOG(ERROR) << "watch: " << meta.error().message() << "; reading the list again";
    resource_version_.clear();
    return false;
  }
  if (event.type == WatchEvent::Type::kDeleted) {
    resource_version_ = meta->resource_version;
    handler_.OnDeleted(meta->name);
  } else {
    HandleObject(*meta, event.object, stop);
  }
  return !stop.stop_requested();
}

base::Status Reflector::Watch(std::stop_token stop) {
  kube::WatchOptions options;
  options.resource_version = resource_version_;
  options.timeout_seconds = static_cast<int>(kShortestWatchSeconds * (1 + options_.random()));
  return client_.Watch(
      kCrdPath, options, [&](const WatchEvent& event) { return OnEvent(event, stop); }, stop);
}

void Reflector::Run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const bool listing = resource_version_.empty();
    const base::Status status = listing ? List(stop) : Watch(stop);
    if (stop.stop_requested()) return;
    if (status.ok()) continue;
    const ErrorCode code = status.error().code();
    if (!listing && !CanResume(code)) resource_version_.clear();
    if (!listing && code == ErrorCode::kGone) {
      VLOG(1) << "watch: " << status.error().message() << "; reading the list again";
      continue;
    }
    const auto wait = delay_.Next(options_.random());
    LOG(WARNING) << status.error().message() << "; trying again in " << wait.count() << " ms";
    if (!options_.sleep(wait, stop)) return;
  }
}

}  // namespace structural::controller
