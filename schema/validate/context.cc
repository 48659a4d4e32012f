#include "schema/validate/context.h"

namespace structural::validate {

const crd::JSONSchemaProps* SchemaIn(const crd::Internal& crd, const Value* holder) {
  const Value* number = Below(holder, "openAPIV3Schema");
  if (number == nullptr || number->kind() != Value::Kind::kInt) return nullptr;
  return crd.schemas[static_cast<std::size_t>(number->integer())];
}

}  // namespace structural::validate
