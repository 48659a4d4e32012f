// The changes that a server makes to a custom resource when it decodes it, or converts it to another version.
#pragma once

#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"

namespace structural::admission {

// The origin of an object. A stored object may have been written before the server validated metadata. Therefore,
// malformed metadata of a stored object is removed, and its generation 0 becomes 1. Malformed metadata of a request is
// an error.
enum class Origin { kRequest, kStorage };

// Changes an object as a server does when it decodes it. Decodes metadata as ObjectMeta and encodes it again. Prunes
// fields that the schema of the object's own version does not specify, and removes nulls that the schema does not
// allow. Unless null, `unknown` is set to the paths of the removed fields, in the server's order. The error has the
// server's text. Unless null, `where` is set to the path of the field in the error. Precondition: `object` is a JSON
// object.
//
// Upstream: apiserver/customresource_handler.go unstructuredSchemaCoercer.apply (v0.37.2).
base::Status Coerce(json::Value& object, const ServedResource& resource, Origin origin, base::Arena& arena,
                    std::vector<std::string>* unknown = nullptr, kubernetes::PathSteps* where = nullptr);

// Sets the defaults that the schema of the object's own version specifies. Unless null, `added` is set to the paths of
// the added values, as by objects::Default.
//
// Upstream: apiserver/customresource_handler.go unstructuredDefaulter.Default (v0.37.2).
base::Status SetDefaults(json::Value& object, const ServedResource& resource, base::Arena& arena,
                         std::vector<std::string>* added = nullptr);

// Converts the object to another version like the conversion strategy None: changes apiVersion, and then coerces the
// object by the schema of the new version. `unknown` and `where` are set as by Coerce.
//
// Upstream: apiserver/conversion nop_converter.go, converter.go;
// apiserver/customresource_handler.go schemaCoercingConverter (v0.37.2).
base::Status ConvertTo(std::string_view version, json::Value& object, const ServedResource& resource,
                       base::Arena& arena, std::vector<std::string>* unknown = nullptr,
                       kubernetes::PathSteps* where = nullptr);

// Does the same as ConvertTo, but faster: skips the decoding of metadata if no schema can have changed metadata since
// Coerce. Precondition: Coerce and SetDefaults were called for the object.
base::Status ConvertCoerced(std::string_view version, json::Value& object, const ServedResource& resource,
                            base::Arena& arena, kubernetes::PathSteps* where);

}  // namespace structural::admission
