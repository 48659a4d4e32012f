// ReadStored and WriteAndRead change an object as a server does when it reads the object from etcd, or writes it there.
#pragma once

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// Changes `stored`, an object in etcd, to the object that a request in `version` reads: prunes it, sets defaults,
// repairs metadata, and then converts it. The error has the server's text. Unless null, `where` is set to the path of
// the field in the error.
//
// Upstream: apiserver pkg/storage/etcd3 decoder.go; apimachinery
// pkg/runtime/serializer/versioning codec.Decode; apiserver/customresource_handler.go
// crdConversionRESTOptionsGetter (v0.37.2).
base::Status ReadStored(json::Value& stored, const ServedResource& resource, const ServedVersion& version,
                        base::Arena& arena, kubernetes::PathSteps* where = nullptr);

// Changes `object` to the object in the server's response to a write: converts it to the storage version unless it
// already has that version, and then reads it in `version` with ReadStored. Precondition: Validate finds no errors in
// `object`. `where` is set as by ReadStored.
base::Status WriteAndRead(json::Value& object, const ServedResource& resource, const ServedVersion& version,
                          base::Arena& arena, kubernetes::PathSteps* where = nullptr);

}  // namespace structural::admission
