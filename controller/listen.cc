#include "controller/listen.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <glog/logging.h>

namespace structural::controller {
namespace {

// Who sends them may send many.
constexpr std::chrono::seconds kSayAgainAfter{10};

}  // namespace

std::function<void(http::RequestRejection)> LogRejections(const char* what) {
  struct LastLogged {
    std::mutex mutex;
    std::map<http::RequestRejection, std::chrono::steady_clock::time_point> at;
  };
  return [what, logged = std::make_shared<LastLogged>()](http::RequestRejection why) {
    const std::lock_guard lock(logged->mutex);
    const auto now = std::chrono::steady_clock::now();
    const auto [last, first] = logged->at.try_emplace(why, now);
    if (!first && now - last->second < kSayAgainAfter) return;
    last->second = now;
    LOG(WARNING) << what << ": a request could not be read: " << http::Name(why);
  };
}

base::Status Listen(http::Server& server, const char* what, const std::string& address,
                    http::ListenOptions options, http::Handler handler) {
  if (http::IsOff(address)) return base::Ok();
  const auto parsed = http::ParseAddress(address);
  if (!parsed.ok()) return parsed.error().In(what);
  options.address = *parsed;
  if (!options.on_rejected) options.on_rejected = LogRejections(what);
  const auto port = server.Listen(std::move(options), std::move(handler));
  if (!port.ok()) return port.error().In(what);
  http::Address bound = *parsed;
  bound.port = *port;
  LOG(INFO) << what << " on " << bound.ToString();
  return base::Ok();
}

}  // namespace structural::controller
