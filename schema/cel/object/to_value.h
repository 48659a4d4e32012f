// Objects as values of expressions: what a schema says of them decides what they are.
//
// Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal,
// apiextensions schema/cel/model (0.37).
#pragma once

#include "schema/cel/eval/context.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cel::object {

// A schema, and whether it is that of a resource, which has apiVersion, kind and metadata.
struct View {
  const model::Structural* schema = nullptr;
  bool is_resource = false;
};

// The value as `self` or a part of it. Nothing is copied: the data and the schema must outlive the
// context's arena. An error where the data are not what the schema says; servers validate that
// before.
//
// Values of lists and maps may be used by the context's thread only.
eval::Value ToValue(const json::Value& data, const View& view, eval::Context& context);

}  // namespace structural::cel::object
