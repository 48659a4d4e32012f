// What a server changes in a custom resource before it validates it.
//
// Upstream: registry/customresource strategy.go, status_strategy.go PrepareForCreate,
// PrepareForUpdate; apiserver pkg/registry/rest create.go BeforeCreate, update.go BeforeUpdate,
// meta.go; pkg/storage/names/generate.go (v0.37.2).
#pragma once

#include <string>
#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::admission {

// Of an object that is created, with the server's own fields.
struct SystemFields {
  std::string_view uid;
  std::string_view creation_timestamp;
  std::string_view name_suffix;  // five letters, behind generateName
};

void PrepareForCreate(json::Value& object, const ServedVersion& version,
                      const SystemFields& fields, base::Arena& arena);

// `object` takes the place of `old`; with `is_status` only its status does.
void PrepareForUpdate(json::Value& object, const json::Value& old, const ServedVersion& version,
                      bool is_status, base::Arena& arena);

// Whether an update removes the object for good: it is being deleted, and no finalizer is left.
//
// Upstream: apiserver pkg/registry/generic/registry/store.go ShouldDeleteDuringUpdate.
bool EndsDeletion(const json::Value& object, const json::Value& old);

}  // namespace structural::admission
