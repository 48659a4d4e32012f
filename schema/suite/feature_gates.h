// The choice of a CRD's manifest for a suite, as in OpenShift's API repository.
//
// There, a CRD has several manifests if its schema differs between feature sets or cluster profiles. A suite lists the
// feature gates that must be on, and with a leading minus those that must be off.
//
// Upstream: github.com/openshift/api tests/crd_filter.go.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::suite {

// The annotations by which a manifest or FeatureGate is selected. Plain data.
struct Payload {
  std::vector<std::string> profiles;     // profiles of a manifest, sorted
  std::set<std::string> feature_sets;    // empty: all feature sets
  std::set<std::string> major_versions;  // empty: all versions
};

// Returns the annotations of a manifest. `object` may be any object.
Payload PayloadOf(const json::Value& object);

// Whether the manifest matches a suite with these feature gates. `known`: all FeatureGates of the payload, in the order
// of their files. Returns an error if none of `known` matches the manifest, or if a gate is unknown.
base::Result<bool> IsForGates(const Payload& manifest, std::span<const std::string> gates,
                              std::span<const json::Value> known);

}  // namespace structural::suite
