// Converts objects to values of expressions, by their schema.
//
// Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal,
// apiextensions schema/cel/model (0.37).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cel::object {

// A schema, and whether it describes a resource with apiVersion, kind and metadata.
struct SchemaView {
  const crd::Structural* schema = nullptr;
  bool is_resource = false;
};

// Returns the value of `self` or a part of it. Copies nothing: the data and the schema must outlive the context's
// arena. Returns an error if the data contradict the schema; servers validate objects against the schema first.
//
// Only the context's thread can use values that are lists or maps.
eval::Value ToValue(const json::Value& data, const SchemaView& view, eval::Context& context);

// Returns the schema as that of a resource: with apiVersion, kind, metadata.name and metadata.generateName, unless the
// schema already specifies all of them.
//
// Upstream: apiextensions schema/cel/model/schemas.go WithTypeAndObjectMeta (0.37).
SchemaView AsResource(const crd::Structural& schema);

// Whether the schema specifies properties, or describes a resource. Otherwise it describes a map or a value of any
// type.
bool HasProperties(const SchemaView& view);

// Returns the schema of a member; nullopt if the view does not have the member.
std::optional<SchemaView> SchemaOf(const SchemaView& view, std::string_view name);

// Returns the name whose escaped form (escape.h) is `name`; nullopt if `name` is not an escaped name.
//
// Upstream: apiserver/pkg/cel/escaping.go Unescape (0.37).
std::optional<std::string> Unescape(std::string_view name);

// Returns the value of a string with a format: a duration, a timestamp or bytes, or an error if the text is invalid.
// For formats whose type in CEL is string, returns the text.
//
// Upstream: kube-openapi pkg/validation/strfmt (v0.37.2).
eval::Value TextToValue(std::string_view text, std::string_view format, eval::Context& context);

}  // namespace structural::cel::object
