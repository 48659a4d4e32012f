#include "cli/webhook/certs_watch.h"

#include <algorithm>
#include <optional>

#include <glog/logging.h>

#include "controller/listen.h"
#include "controller/probes.h"
#include "kube/wait.h"

namespace structural::cli {

using base::Result;
using base::Status;
using controller::Probe;
using std::chrono::milliseconds;

Status CertsWatch::Open() {
  const controller::Check kept{"kept", [this]() -> std::optional<std::string> {
                                 if (in_order_) return std::nullopt;
                                 return "the certificate cannot be kept valid; see the log";
                               }};
  return controller::Listen(probes_, "probes", flags_.probe_address, {},
                            controller::HandlerOf({Probe("/healthz", {}), Probe("/livez", {}),
                                                   Probe("/readyz", {kept})}));
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
