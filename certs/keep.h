// Keep: brings a certificate, and what the API server trusts, to where they should be.
//
// Level-triggered: whatever state somebody has left, or was interrupted in, is where it goes on
// from. Several may do it at the same time: each write tests that nothing was written since.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "certs/ca_bundle.h"
#include "certs/plan.h"
#include "certs/store.h"

namespace structural::certs {

struct KeepOptions {
  Terms terms;
  std::vector<Configuration> configurations;
  bool dry_run = false;  // nothing is written; `log` says what would be
  std::function<Moment()> now;
  // A line for each thing that was done. Never holds a secret.
  std::function<void(const std::string& line)> log;
};

struct Kept {
  std::string state;  // "valid until …, renewed from … on"
  Moment look_again;  // when there will be something to do
  bool pending;       // a renewal has begun, and is not at its end
};

// Until there is nothing left to be done now. `client` may be null where there are no
// configurations. A configuration that is not there holds nothing back, but is an error at the end:
// kNotFound. kConflict: others write all the time.
base::Result<Kept> Keep(Store& store, kube::Client* client, const KeepOptions& options,
                        std::stop_token stop);

}  // namespace structural::certs
