// NextWriteOf: the effect of a CRD on a stored object at the next write by a client.
#pragma once

#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {

// The result of NextWriteOf. Owns its texts.
struct NextWrite {
  // Why the server refuses an update that changes only metadata: causes, or one message.
  std::vector<kubernetes::FieldError> errors;
  bool is_invalid = false;  // `errors` are the causes of a status 422
  // Causes that a server tolerates in this update, because the values are unchanged (ratcheting).
  // It refuses a create for them.
  std::vector<kubernetes::FieldError> tolerated;
  std::vector<std::string> lost;   // paths of fields that are no longer stored
  std::vector<std::string> added;  // paths of fields that get a default
};

// Computes the next write of an object in `version` of `resource`. `stored` is the object in etcd, or
// as a server with another schema reads the object; it is modified. Pure; `arena` is working memory.
//
// Upstream: as Admit; apiextensions-apiserver pkg/apiserver/validation/ratcheting.go (v0.37.2).
NextWrite NextWriteOf(const ServedResource& resource, const ServedVersion& version, json::Value stored,
                      base::Arena& arena);

}  // namespace structural::admission
