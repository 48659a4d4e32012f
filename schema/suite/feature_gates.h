// Which of several manifests of a CRD a suite is for, as OpenShift's API repository chooses them.
//
// There, a CRD has a manifest for each set of features and each profile of clusters whose schemas
// differ. A suite names feature gates, or with a minus gates that are off.
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

// What annotations say of a manifest, or of a FeatureGate. Plain data.
struct Payload {
  std::vector<std::string> profiles;      // of a manifest: those it is in, sorted
  std::set<std::string> feature_sets;     // empty: all
  std::set<std::string> major_versions;   // empty: all
};

// Of a manifest. `object` is any object.
Payload PayloadOf(const json::Value& object);

// Whether the manifest is for a suite with these feature gates. `known`: the FeatureGates of the
// payload, in the order of their files. Error: they do not tell.
base::Result<bool> IsForGates(const Payload& manifest, std::span<const std::string> gates,
                              std::span<const json::Value> known);

}  // namespace structural::suite
