// Lease: who leads, as coordination.k8s.io/v1 keeps it. The calls only; who may take a lease over,
// and when, is decided elsewhere.
//
// Upstream: api/coordination/v1 types.go; tools/leaderelection/resourcelock/leaselock.go
// (client-go 0.37).
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/client.h"
#include "kube/micro_time.h"
#include "schema/base/result.h"

namespace structural::kube {

// A value type. Members that the object lacks are empty or 0 here, and are left out when written.
struct Lease {
  std::string namespace_;  // the namespace
  std::string name;
  std::string resource_version = {};  // of what was read; empty for one to be created
  std::string holder_identity = {};   // empty: nobody holds it
  int lease_duration_seconds = 0;
  std::optional<MicroTime> acquire_time = std::nullopt;
  std::optional<MicroTime> renew_time = std::nullopt;
  int lease_transitions = 0;
  // The object as it was read. What is not named above is written back as it is.
  std::string object = {};
};

// kNotFound: there is none. kInvalidInput: the answer is no Lease.
base::Result<Lease> GetLease(Client& client, std::string_view namespace_, std::string_view name,
                             std::stop_token stop);

// kConflict: somebody else was faster.
base::Result<Lease> CreateLease(Client& client, const Lease& lease, std::stop_token stop);

// Writes over what was read. Precondition: resource_version is not empty.
// kConflict: somebody else has written it since.
base::Result<Lease> UpdateLease(Client& client, const Lease& lease, std::stop_token stop);

}  // namespace structural::kube
