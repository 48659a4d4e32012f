// What the API server makes of a CRD before it validates it, and what it warns of.
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/validate/context.h"
#include "schema/validate/validate.h"

namespace structural::validate {

void PrepareForCreate(crd::Internal& crd, base::Arena& arena);

// What it makes of any object before that. `stored` gets what is missing in its status, as a server
// writes it: it is established, and its storage version is a stored one.
//
// Upstream: apiserver pkg/registry/rest/create.go BeforeCreate, update.go BeforeUpdate (v0.37.2).
void BeforeCreate(crd::Internal& crd);
void BeforeUpdate(crd::Internal& crd, crd::Internal& stored, base::Arena& arena);

// What a client need not send (resourceVersion, uid, creationTimestamp) is taken from `old`.
void PrepareForUpdate(crd::Internal& crd, crd::Internal& old, base::Arena& arena);

// The first of them, and base::kCutShort, where they are too many.
std::vector<Warning> WarningsOnCreate(const crd::Internal& crd, Release release);
std::vector<Warning> WarningsOnUpdate(const crd::Internal& crd, const crd::Internal& old,
                                          Release release);

}  // namespace structural::validate
