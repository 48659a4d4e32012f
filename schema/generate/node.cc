#include "schema/generate/node.h"

namespace structural::generate {
namespace {

using crd::Structural;

constexpr std::string_view kQuantityPattern =
    R"(^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$)";

Shape ShapeOfObject(const Structural& schema, std::string_view property) {
  if (!schema.properties.empty()) return Shape::kStruct;
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && (additional->structural != nullptr || additional->allows)) return Shape::kMap;
  if (schema.extensions->x_preserve_unknown_fields) return Shape::kRawExtension;
  return property == "metadata" ? Shape::kObjectMeta : Shape::kStruct;
}

Shape ShapeOfUntyped(const Structural& schema) {
  if (!schema.properties.empty()) return Shape::kStruct;
  if (schema.items != nullptr) return Shape::kList;
  return schema.additional_properties != nullptr ? Shape::kMap : Shape::kJson;
}

Shape ShapeOfString(std::string_view format) {
  if (format == "byte") return Shape::kBytes;
  return format == "date-time" ? Shape::kTime : Shape::kString;
}

Shape ShapeOfInteger(std::string_view format) {
  if (format.empty()) return Shape::kInt;
  return format == "int32" ? Shape::kInt32 : Shape::kInt64;
}

}  // namespace

Shape ShapeOf(const Structural& schema, std::string_view property) {
  const std::string_view type = schema.generic.type, format = schema.value_validation->format;
  if (schema.extensions->x_int_or_string) {
    const bool quantity = schema.value_validation->pattern == kQuantityPattern;
    return quantity ? Shape::kQuantity : Shape::kIntOrString;
  }
  if (type == "object") return ShapeOfObject(schema, property);
  if (type == "array") return Shape::kList;
  if (type == "string") return ShapeOfString(format);
  if (type == "boolean") return Shape::kBool;
  if (type == "integer") return ShapeOfInteger(format);
  if (type == "number") return format == "float" ? Shape::kFloat32 : Shape::kFloat64;
  return ShapeOfUntyped(schema);
}

bool AllowsIntOrString(Shape shape) { return shape == Shape::kIntOrString || shape == Shape::kQuantity; }

}  // namespace structural::generate
