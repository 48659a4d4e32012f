// What a server makes of a custom resource when it reads or converts it.
#pragma once

#include <string>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"

namespace structural::admission {

// What is stored was perhaps stored before there was any validation: malformed metadata is dropped,
// and generation 0 becomes 1.
enum class Origin { kRequest, kStorage };

// Reads metadata as ObjectMeta, prunes what the schema of the object's own version does not specify
// and nulls that it does not allow. `unknown`, if given, is set to the paths of the fields that are
// dropped, in the order of the server. The error is the server's text; `where`, if given, is set to the path of the field
// that it is about. Precondition: it is an object.
//
// Upstream: apiserver/customresource_handler.go unstructuredSchemaCoercer.apply (v0.37.2).
base::Status Coerce(json::Value& object, const ServedResource& resource, Origin origin,
                    base::Arena& arena, std::vector<std::string>* unknown = nullptr,
                    kubernetes::PathSteps* where = nullptr);

// By the schema of the object's own version. `added`: as of objects::Default.
//
// Upstream: apiserver/customresource_handler.go unstructuredDefaulter.Default (v0.37.2).
base::Status SetDefaults(json::Value& object, const ServedResource& resource, base::Arena& arena,
                         std::vector<std::string>* added = nullptr);

// The object in another version: conversion changes apiVersion alone. `unknown`: as of Coerce.
//
// Upstream: apiserver/conversion nop_converter.go, converter.go;
// apiserver/customresource_handler.go schemaCoercingConverter (v0.37.2).
base::Status ConvertTo(std::string_view version, json::Value& object,
                       const ServedResource& resource, base::Arena& arena,
                       std::vector<std::string>* unknown = nullptr);

}  // namespace structural::admission
