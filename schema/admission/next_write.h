// NextWriteOf simulates the next write of a stored object by a client, to show the effect of a CRD on the object.
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
  // The errors with which the server refuses an update that changes only metadata: the causes of a status 422, or one
  // message. Empty if the server accepts the update.
  std::vector<kubernetes::FieldError> errors;
  bool is_invalid = false;  // true: `errors` are the causes of a status 422; false: `errors` has at most one message
  // Errors that the server ignores in this update, because the invalid values are unchanged (ratcheting). The server
  // would refuse to create the same object because of these errors.
  std::vector<kubernetes::FieldError> tolerated;
  std::vector<std::string> removed_fields;    // paths of the fields that the server removes
  std::vector<std::string> defaulted_fields;  // paths of the fields that get a default
};

// Simulates the next write of an object in `version` of `resource`. `stored` is the object in etcd, or the object as a
// server with another schema returns it. NextWriteOf modifies `stored`. Pure; `arena` is working memory.
//
// Upstream: as Admit; apiextensions-apiserver pkg/apiserver/validation/ratcheting.go (v0.37.2).
NextWrite NextWriteOf(const ServedResource& resource, const ServedVersion& version, json::Value stored,
                      base::Arena& arena);

}  // namespace structural::admission
