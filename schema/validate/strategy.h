// The changes that an API server makes to a CRD before it validates it, and its warnings.
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/validate/context.h"
#include "schema/validate/validate.h"

namespace structural::validate {

void PrepareForCreate(crd::Internal& crd, base::Arena& arena);

// Make the changes that precede PrepareForCreate and PrepareForUpdate, and that a server makes to objects of all kinds.
// `stored` gets the missing parts of its status as a server writes them: the condition Established, and the storage
// version as a stored version.
//
// Upstream: apiserver pkg/registry/rest/create.go BeforeCreate, update.go BeforeUpdate (v0.37.2).
void BeforeCreate(crd::Internal& crd);
void BeforeUpdate(crd::Internal& crd, crd::Internal& stored, base::Arena& arena);

// Fields that a client may omit (resourceVersion, uid, creationTimestamp) are copied from `old`.
void PrepareForUpdate(crd::Internal& crd, crd::Internal& old, base::Arena& arena);

// Return the warnings. A list that is too long ends with base::kTruncated.
std::vector<Warning> WarningsOnCreate(const crd::Internal& crd, Release release);
std::vector<Warning> WarningsOnUpdate(const crd::Internal& crd, const crd::Internal& old, Release release);

}  // namespace structural::validate
