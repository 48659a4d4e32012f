// CertsKeeper: where the flags of `structural webhook certs` say that certificates are kept, and
// who is to trust them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "certs/keep.h"
#include "cli/shared/api_server.h"
#include "cli/webhook/certs_flags.h"

namespace structural::cli {

// Not thread-safe. The flags must outlive it.
class CertsKeeper {
 public:
  explicit CertsKeeper(const CertsFlags& flags) : flags_(flags) {}

  // kInvalidInput: flags that contradict each other, or a folder that cannot be used; others: of
  // ApiServer::Open. No API server is asked where nothing is kept there.
  // `stop` ends a wait for the files that say where it is.
  base::Status Open(std::stop_token stop);

  void SayTo(std::function<void(const std::string& line)> log) { options_.log = std::move(log); }
  // As certs::Keep. Precondition: Open was good.
  base::Result<certs::Kept> Keep(std::stop_token stop);

 private:
  base::Result<std::string> Namespace(std::stop_token stop);
  base::Status OpenStore(const std::string& namespace_);

  const CertsFlags& flags_;
  std::optional<ApiServer> server_;
  std::unique_ptr<certs::Store> store_;
  certs::KeepOptions options_;
};

// The wall clock.
certs::Moment CertsNow();

}  // namespace structural::cli
