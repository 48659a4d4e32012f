#include "schema/generate/go/node_markers.h"

namespace structural::generate::go {

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
    case Shape::kJson: return "apiextensionsv1 \"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1\"";
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

}  // namespace structural::generate::go
