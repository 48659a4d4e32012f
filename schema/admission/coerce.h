// The changes that a server makes to a custom resource when it reads or converts it.
#pragma once

#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"

namespace structural::admission {

// The origin of an object. A stored one may be older than validation, so its malformed metadata is dropped and its
// generation 0 becomes 1.
enum class Origin { kRequest, kStorage };

// Reads metadata as ObjectMeta. Prunes fields that the schema of the object's own version does not
// specify, and drops nulls that the schema does not allow. `unknown`, if given, is set to the paths of
// dropped fields, in the server's order. The error has the server's text; `where`, if given, is set to
// the path of the field in the error. Precondition: the value is an object.
//
// Upstream: apiserver/customresource_handler.go unstructuredSchemaCoercer.apply (v0.37.2).
base::Status Coerce(json::Value& object, const ServedResource& resource, Origin origin, base::Arena& arena,
                    std::vector<std::string>* unknown = nullptr, kubernetes::PathSteps* where = nullptr);

// Sets the defaults of the schema of the object's own version. `added`: as for objects::Default.
//
// Upstream: apiserver/customresource_handler.go unstructuredDefaulter.Default (v0.37.2).
base::Status SetDefaults(json::Value& object, const ServedResource& resource, base::Arena& arena,
                         std::vector<std::string>* added = nullptr);

// Converts the object to another version: only apiVersion changes, as with the conversion strategy None. `unknown`
// and `where`: as for Coerce.
//
// Upstream: apiserver/conversion nop_converter.go, converter.go;
// apiserver/customresource_handler.go schemaCoercingConverter (v0.37.2).
base::Status ConvertTo(std::string_view version, json::Value& object, const ServedResource& resource,
                       base::Arena& arena, std::vector<std::string>* unknown = nullptr,
                       kubernetes::PathSteps* where = nullptr);

// The same for an object after Coerce and SetDefaults. Does not read metadata again if no schema can have changed it.
base::Status ConvertRead(std::string_view version, json::Value& object, const ServedResource& resource,
                         base::Arena& arena, kubernetes::PathSteps* where);

}  // namespace structural::admission
