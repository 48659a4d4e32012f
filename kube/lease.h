// Lease: a Lease of coordination.k8s.io/v1, and the requests that read and write it. LeaderElector decides when to take
// a Lease over.
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

// A plain value. A field that the object does not have is empty or 0 here, and is not written.
struct Lease {
  std::string namespace_;  // namespace of the Lease
  std::string name;
  std::string resource_version = {};  // empty if the Lease does not exist yet
  std::string holder_identity = {};   // empty: no holder
  int lease_duration_seconds = 0;
  std::optional<MicroTime> acquire_time = std::nullopt;
  std::optional<MicroTime> renew_time = std::nullopt;
  int lease_transitions = 0;
  // The Lease as it was read, in JSON. Fields that are not in this struct are written back unchanged.
  std::string object = {};
};

// Reads a Lease. kNotFound: the Lease does not exist. kInvalidInput: the answer is not a Lease.
base::Result<Lease> GetLease(Client& client, std::string_view namespace_, std::string_view name, std::stop_token stop);

// Creates a Lease. kConflict: another client created it first.
base::Result<Lease> CreateLease(Client& client, const Lease& lease, std::stop_token stop);

// Replaces the Lease that was read before. Precondition: resource_version is not empty. kConflict: another client has
// written the Lease since it was read.
base::Result<Lease> UpdateLease(Client& client, const Lease& lease, std::stop_token stop);

}  // namespace structural::kube
