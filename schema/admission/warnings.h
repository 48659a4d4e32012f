// A server's warnings about the metadata of a custom resource.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::admission {

// Returns the warnings about finalizers that `old`, which may be null, does not have.
//
// Upstream: registry/customresource/strategy.go generateWarningsFromObj, validator.go
// validateKubeFinalizerName (v0.37.2).
std::vector<std::string> FinalizerWarnings(const json::Value& object, const json::Value* old);

// Removes repeated owner references. Returns a warning about them; the warnings for patches have
// another text.
//
// Upstream: apiserver pkg/endpoints/handlers/rest.go dedupOwnerReferencesAndAddWarning (v0.37.2).
std::vector<std::string> DropRepeatedOwners(json::Value& object, base::Arena& arena, bool is_patched = false);

}  // namespace structural::admission
