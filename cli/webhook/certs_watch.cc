#include "cli/webhook/certs_watch.h"

#include <algorithm>
#include <optional>

#include <glog/logging.h>

#include "controller/probes.h"
#include "kube/wait.h"

namespace structural::cli {

using base::Result;
using base::Status;
using controller::Probe;
using std::chrono::milliseconds;

Status CertsWatch::Open() {
  if (http::IsOff(flags_.probe_address)) return base::Ok();
  auto address = http::ParseAddress(flags_.probe_address);
  if (!address.ok()) return address.error().In("probes");
  const controller::Check kept{"kept", [this]() -> std::optional<std::string> {
                                 if (in_order_) return std::nullopt;
                                 return "the certificate is not in order, see the log";
                               }};
  const auto port = probes_.Listen(
      {.address = *address}, controller::HandlerOf({Probe("/healthz", {}), Probe("/livez", {}),
                                                    Probe("/readyz", {kept})}));
  if (!port.ok()) return port.error().In("probes");
  address->port = *port;
  LOG(INFO) << "probes on " << address->ToString();
  return base::Ok();
}

void CertsWatch::Run(std::stop_token stop) {
  keeper_.SayTo([](const std::string& line) { LOG(INFO) << line; });
  while (kube::SleepFor(WaitAfter(keeper_.Keep(stop)), stop)) {
  }
}

// Soon after a failure, then later and later.
milliseconds CertsWatch::WaitAfter(const Result<certs::Kept>& kept) {
  const milliseconds longest = std::max(flags_.interval, kShortest);
  in_order_ = kept.ok();
  if (!kept.ok()) {
    if (kept.error().code() != base::ErrorCode::kCancelled) LOG(ERROR) << kept.error().message();
    retry_ = std::min(retry_ * 2, longest);
    return retry_;
  }
  retry_ = kShortest;
  if (kept->state != said_) LOG(INFO) << kept->state;
  said_ = kept->state;
  return std::clamp<milliseconds>(kept->look_again - CertsNow(), kShortest, longest);
}

}  // namespace structural::cli
