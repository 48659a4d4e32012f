// What the API server makes of a CRD before it validates it, and what it warns of.
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go (v0.37.2).
#pragma once

#include <string>
#include <vector>

#include "schema/validate/context.h"

namespace structural::validate {

void PrepareForCreate(crd::Internal& crd, base::Arena& arena);

// What a client need not send (resourceVersion, uid, creationTimestamp) is taken from `old`.
void PrepareForUpdate(crd::Internal& crd, crd::Internal& old, base::Arena& arena);

// The first of them, and base::kCutShort, where they are too many.
std::vector<std::string> WarningsOnCreate(const crd::Internal& crd);
std::vector<std::string> WarningsOnUpdate(const crd::Internal& crd, const crd::Internal& old);

}  // namespace structural::validate
