#include "controller/listen.h"

#include <utility>

#include <glog/logging.h>

namespace structural::controller {

base::Status Listen(http::Server& server, const char* what, const std::string& address,
                    http::ListenOptions options, http::Handler handler) {
  if (http::IsOff(address)) return base::Ok();
  const auto parsed = http::ParseAddress(address);
  if (!parsed.ok()) return parsed.error().In(what);
  options.address = *parsed;
  const auto port = server.Listen(std::move(options), std::move(handler));
  if (!port.ok()) return port.error().In(what);
  http::Address bound = *parsed;
  bound.port = *port;
  LOG(INFO) << what << " on " << bound.ToString();
  return base::Ok();
}

}  // namespace structural::controller
