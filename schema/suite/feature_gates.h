// The choice of a CRD's manifest for a suite, as in OpenShift's API repository.
//
// A CRD has several manifests in that repository if its schema differs between feature sets or cluster profiles. A
// suite lists the feature gates that must be on, and, with a leading minus, those that must be off.
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

// The annotations by which a manifest or a FeatureGate is selected. Plain data.
struct PayloadAnnotations {
  std::vector<std::string> profiles;     // OpenShift's cluster profiles that the manifest is for, sorted
  std::set<std::string> feature_sets;    // empty: all feature sets
  std::set<std::string> major_versions;  // empty: all versions
};

// Returns the annotations of a manifest or a FeatureGate. `object` may be any object.
PayloadAnnotations PayloadAnnotationsOf(const json::Value& object);

// Returns whether the manifest is one for a suite with these feature gates. `known` are all FeatureGates of the
// repository, in the order of their files. Returns an error if no FeatureGate in `known` matches the manifest, or if a
// gate of the suite is unknown.
base::Result<bool> IsForGates(const PayloadAnnotations& manifest, std::span<const std::string> gates,
                              std::span<const json::Value> known);

}  // namespace structural::suite
