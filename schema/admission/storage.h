// Reads and writes of stored objects.
#pragma once

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// Reads a stored object for a request in `version`: prunes, defaults and repairs it, and then converts it. Changes
// `stored`. The error has the server's text; `where`, if given, is set to the path of its field.
//
// Upstream: apiserver pkg/storage/etcd3 decoder.go; apimachinery
// pkg/runtime/serializer/versioning codec.Decode; apiserver/customresource_handler.go
// crdConversionRESTOptionsGetter (v0.37.2).
base::Status ReadStored(json::Value& stored, const ServedResource& resource, const ServedVersion& version,
                        base::Arena& arena, kubernetes::PathSteps* where = nullptr);

// Changes a valid `object` to the server's response to a write: converts `object` to the storage version, and then
// reads it again in `version`. `where`: as for ReadStored.
base::Status WriteAndRead(json::Value& object, const ServedResource& resource, const ServedVersion& version,
                          base::Arena& arena, kubernetes::PathSteps* where = nullptr);

}  // namespace structural::admission
