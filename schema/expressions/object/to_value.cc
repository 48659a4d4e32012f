#include "schema/expressions/object/to_value.h"

#include "schema/expressions/object/data_list.h"
#include "schema/expressions/object/data_map.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/object/formats.h"
#include "schema/kubernetes/print.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Value;
using JsonKind = json::Value::Kind;

// JSON data of any type that expressions cannot access.
class Unknown final : public eval::Opaque {
 public:
  Unknown() = default;
  explicit Unknown(const json::Value& data) : data_(data) {}

  const cel::Type& type() const override {
    static const cel::Type type = {.kind = TypeKind::kOpaque, .name = "unknown"};
    return type;
  }
  Value Equal(const Value& other, Context& context) const override {
    const bool opaque = other.is(eval::Kind::kOpaque);
    const Unknown* unknown = opaque ? dynamic_cast<const Unknown*>(&other.opaque()) : nullptr;
    return Value::Bool(unknown != nullptr && EqualData(data_, unknown->data_, context));
  }
  std::string Print() const override { return kubernetes::Print(data_); }
  std::string_view GoType() const override { return "*common.unknownPreserved"; }
  bool has_cheap_equality() const override { return false; }

 private:
  json::Value data_;
};

std::string_view GoTypeOf(const json::Value& data) {
  switch (data.kind()) {
    case JsonKind::kNull: return "<nil>";
    case JsonKind::kBool: return "bool";
    case JsonKind::kInt: return "int64";
    case JsonKind::kDouble: return "float64";
    case JsonKind::kString: return "string";
    case JsonKind::kArray: return "[]interface {}";
    case JsonKind::kObject: return "map[string]interface {}";
  }
  return {};
}

Value Expected(std::string_view what, const json::Value& data, Context& context) {
  return context.Fail({"invalid data, expected ", what, ", got ", GoTypeOf(data)});
}

Value IntOrString(const json::Value& data) {
  if (data.is_string()) return Value::String(data.text());
  if (data.kind() == JsonKind::kInt) return Value::Int(data.integer());
  return Value::Error("invalid data, expected XIntOrString value to be either a string or integer");
}

Value Object(const json::Value& data, const View& view, Context& context) {
  if (!data.is_object()) {
    return Value::Error("invalid data, expected a map for the provided schema with type=object");
  }
  const bool embedded = view.schema->extensions->x_embedded_resource;
  auto* const map = context.arena().New<DataMap>();
  *map = DataMap(data, embedded ? AsResource(*view.schema) : view);
  return Value::Map(*map);
}

// Returns the keys in their escaped form, if they have one.
std::span<const std::string_view> EscapedKeys(const crd::Structural& schema, Context& context) {
  const auto keys = schema.extensions->x_list_map_keys;
  std::vector<std::string_view> escaped;
  bool same = true;
  for (const std::string_view key : keys) {
    const auto name = Escape(key);
    same = same && (!name || *name == key);
    escaped.push_back(name ? context.arena().Copy(std::string_view(*name)) : key);
  }
  return same ? keys : context.arena().Copy(std::span<const std::string_view>(escaped));
}

Value Array(const json::Value& data, const crd::Structural& schema, Context& context) {
  if (!data.is_array()) {
    return Value::Error("invalid data, expected an array for the provided schema with type=array");
  }
  if (schema.items == nullptr) {
    return Value::Error("invalid array type, expected Items with a non-empty Schema");
  }
  const std::string_view type = schema.extensions->x_list_type.value_or("");
  ListKind kind;
  if (type == "map") {
    kind = {ListKind::Type::kMap, EscapedKeys(schema, context)};
  } else if (type == "set") {
    kind.type = ListKind::Type::kSet;
  } else if (!type.empty() && type != "atomic") {
    return context.Fail({"invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ", type});
  }
  auto* const list = context.arena().New<DataList>();
  *list = DataList(data, *schema.items, kind);
  return Value::List(*list);
}

Value Number(const json::Value& data, Context& context) {
  if (data.kind() == JsonKind::kInt) return Value::Double(static_cast<double>(data.integer()));
  if (data.kind() == JsonKind::kDouble) return Value::Double(data.real());
  return Expected("float", data, context);
}

Value Untyped(const json::Value& data, const crd::Structural& schema, Context& context) {
  if (schema.extensions->x_preserve_unknown_fields) {
    auto* const unknown = context.arena().New<Unknown>();
    *unknown = Unknown(data);
    return Value::Of(*unknown);
  }
  return context.Fail(
      {"invalid type, expected object, array, number, integer, boolean or string, or "
       "no type with x-kubernetes-int-or-string or "
       "x-kubernetes-preserve-unknown-fields is true, got ",
       schema.generic.type});
}

}  // namespace

Value ToValue(const json::Value& data, const View& view, Context& context) {
  const crd::Structural& schema = *view.schema;
  if (data.is_null()) {
    return schema.generic.nullable ? Value() : Value::Error("invalid data, got null for schema with nullable=false");
  }
  if (schema.extensions->x_int_or_string) return IntOrString(data);
  const std::string_view type = schema.generic.type;
  if (type == "object") return Object(data, view, context);
  if (type == "array") return Array(data, schema, context);
  if (type == "string") {
    if (!data.is_string()) return Expected("string", data, context);
    return TextToValue(data.text(), schema.value_validation->format, context);
  }
  if (type == "number") return Number(data, context);
  if (type == "integer") {
    return data.kind() == JsonKind::kInt ? Value::Int(data.integer()) : Expected("int", data, context);
  }
  if (type == "boolean") {
    return data.kind() == JsonKind::kBool ? Value::Bool(data.boolean()) : Expected("bool", data, context);
  }
  return Untyped(data, schema, context);
}

}  // namespace structural::cel::object
