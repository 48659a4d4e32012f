// What lies in etcd, and what a server makes of it.
#pragma once

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::admission {

// A stored object as it is read for a request in `version`: pruned, defaulted and repaired, and
// then converted. Changes `stored`. The error is the server's text.
//
// Upstream: apiserver pkg/storage/etcd3 decoder.go; apimachinery
// pkg/runtime/serializer/versioning codec.Decode; apiserver/customresource_handler.go
// crdConversionRESTOptionsGetter (v0.37.2).
base::Status ReadStored(json::Value& stored, const ServedResource& resource,
                        const ServedVersion& version, base::Arena& arena);

// What the server answers with once it has stored the object: converted to the storage version, and
// read again.
base::Status WriteAndRead(json::Value& object, const ServedResource& resource,
                          const ServedVersion& version, base::Arena& arena);

}  // namespace structural::admission
