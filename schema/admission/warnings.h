// A server's warnings about the metadata of a custom resource.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::admission {

// Returns the warnings about finalizers that `object` has and `old` does not have. `old` is null if the object is
// created.
//
// Upstream: registry/customresource/strategy.go generateWarningsFromObj, validator.go
// validateKubeFinalizerName (v0.37.2).
std::vector<std::string> FinalizerWarnings(const json::Value& object, const json::Value* old);

// Removes repeated owner references from metadata. Returns a warning if it removed any. `is_patched` selects the
// warning's text: true for the result of a patch, false for other requests.
//
// Upstream: apiserver pkg/endpoints/handlers/rest.go dedupOwnerReferencesAndAddWarning (v0.37.2).
std::vector<std::string> DropRepeatedOwners(json::Value& object, base::Arena& arena, bool is_patched = false);

}  // namespace structural::admission
