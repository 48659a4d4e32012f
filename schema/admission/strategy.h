// The changes that a server makes to a custom resource before it validates it.
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

// Fields that the server sets when it creates an object.
struct SystemFields {
  std::string_view uid;
  std::string_view creation_timestamp;
  std::string_view name_suffix;  // five characters that the server appends to generateName
};

// The fields of all objects that Admit and ObjectServer create. They are constant, because the emulated server has no
// clock and no random numbers.
inline constexpr SystemFields kFixedFields = {.uid = "00000000-0000-0000-0000-000000000001",
                                              .creation_timestamp = "2020-01-01T00:00:00Z",
                                              .name_suffix = "xxxxx"};

// Changes `object` as a server does before it validates a new object: sets `fields` in metadata, removes a status that
// is a subresource, and sets the generation to 1.
void PrepareForCreate(json::Value& object, const ServedVersion& version, const SystemFields& fields,
                      base::Arena& arena);

// Prepares `object` to replace `old` in etcd. `is_status`: true if the request is for /status, which changes only the
// status of `old`; false if the request is for the object itself.
void PrepareForUpdate(json::Value& object, const json::Value& old, const ServedVersion& version, bool is_status,
                      base::Arena& arena);

// Whether a server deletes the object after an update, because the object was marked for deletion and has no finalizer
// after the update.
//
// Upstream: apiserver pkg/registry/generic/registry/store.go ShouldDeleteDuringUpdate.
bool EndsDeletion(const json::Value& object, const json::Value& old);

}  // namespace structural::admission
