// What several rules ask about the place of a schema.
#pragma once

#include "schema/rules/rule.h"

namespace structural::rules {

// Whether the schema describes a whole Kubernetes object, with apiVersion, kind and metadata.
inline bool HasObjectMeta(const StructuralNode& at) {
  return at.level == Level::kRoot || at.schema.extensions->x_embedded_resource;
}

}  // namespace structural::rules
