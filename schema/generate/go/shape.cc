#include "schema/generate/go/shape.h"

namespace structural::generate::go {
namespace {

using model::Structural;

constexpr std::string_view kQuantityPattern =
    R"(^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$)";

Shape ShapeOfObject(const Structural& schema, std::string_view property) {
  if (!schema.properties.empty()) return Shape::kStruct;
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && (additional->structural != nullptr || additional->allows))
    return Shape::kMap;
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

std::string_view TypeName(Shape shape) {
  switch (shape) {
    case Shape::kString: return "string";
    case Shape::kBool: return "bool";
    case Shape::kInt: return "int";
    case Shape::kInt32: return "int32";
    case Shape::kInt64: return "int64";
    case Shape::kFloat32: return "float32";
    case Shape::kFloat64: return "float64";
    case Shape::kBytes: return "[]byte";
    case Shape::kTime: return "metav1.Time";
    case Shape::kIntOrString: return "intstr.IntOrString";
    case Shape::kQuantity: return "resource.Quantity";
    case Shape::kObjectMeta: return "metav1.ObjectMeta";
    case Shape::kRawExtension: return "runtime.RawExtension";
    case Shape::kJson: return "apiextensionsv1.JSON";
    default: return "";
  }
}

std::string_view ImportFor(Shape shape) {
  switch (shape) {
    case Shape::kTime:
    case Shape::kObjectMeta: return "metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"";
    case Shape::kIntOrString: return "\"k8s.io/apimachinery/pkg/util/intstr\"";
    case Shape::kQuantity: return "\"k8s.io/apimachinery/pkg/api/resource\"";
    case Shape::kRawExtension: return "\"k8s.io/apimachinery/pkg/runtime\"";
    case Shape::kJson:
      return "apiextensionsv1 \"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1\"";
    default: return "";
  }
}

Produced ProducedBy(Shape shape) {
  switch (shape) {
    case Shape::kStruct:
    case Shape::kMap: return {"object", ""};
    case Shape::kList: return {"array", ""};
    case Shape::kString: return {"string", ""};
    case Shape::kBool: return {"boolean", ""};
    case Shape::kInt: return {"integer", ""};
    case Shape::kInt32: return {"integer", "int32"};
    case Shape::kInt64: return {"integer", "int64"};
    case Shape::kFloat32:
    case Shape::kFloat64: return {"number", ""};
    case Shape::kBytes: return {"string", "byte"};
    case Shape::kTime: return {"string", "date-time", false};
    case Shape::kObjectMeta:
    case Shape::kRawExtension: return {"object", "", false};
    default: return {"", "", false};
  }
}

bool SaysIntOrString(Shape shape) {
  return shape == Shape::kIntOrString || shape == Shape::kQuantity;
}

}  // namespace structural::generate::go
