// Converts objects to values of expressions, by their schema.
//
// Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal,
// apiextensions schema/cel/model (0.37).
#pragma once

#include "schema/cel/eval/context.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cel::object {

// A schema, and whether it describes a resource with apiVersion, kind and metadata.
struct View {
  const crd::Structural* schema = nullptr;
  bool is_resource = false;
};

// Returns the value of `self` or a part of it. Copies nothing: the data and the schema must outlive the context's
// arena. Returns an error if the data contradict the schema; servers validate objects against the schema first.
//
// Only the context's thread can use values that are lists or maps.
eval::Value ToValue(const json::Value& data, const View& view, eval::Context& context);

}  // namespace structural::cel::object
