#include "schema/expressions/api/dynamic.h"

#include <vector>

#include "schema/cel/eval/map.h"
#include "schema/expressions/object/formats.h"

namespace structural::cel {
namespace {

using eval::Context;
using eval::Value;
using JsonKind = json::Value::Kind;

Value NativeValue(const json::Value& data, Context& context) {
  switch (data.kind()) {
    case JsonKind::kNull: return {};
    case JsonKind::kBool: return Value::Bool(data.boolean());
    case JsonKind::kInt: return Value::Int(data.integer());
    case JsonKind::kDouble: return Value::Double(data.real());
    case JsonKind::kString: return Value::String(data.text());
    case JsonKind::kArray: {
      std::vector<Value> elements;
      for (const json::Value& element : data.elements()) elements.push_back(NativeValue(element, context));
      return context.List(elements);
    }
    case JsonKind::kObject: {
      auto* const map = context.arena().New<eval::MapNode>();
      for (const json::Member& member : data.members())
        map->Set(Value::String(member.key), NativeValue(member.value, context), context.arena());
      return Value::Map(*map);
    }
  }
  return {};
}

}  // namespace

Value DynamicValue(const json::Value& data, const Type& type, Context& context) {
  const bool integer = data.kind() == JsonKind::kInt, text = data.is_string();
  if (integer && type.kind == TypeKind::kDouble) return Value::Double(static_cast<double>(data.integer()));
  if (integer && type.kind == TypeKind::kUint && data.integer() >= 0)
    return Value::Uint(static_cast<std::uint64_t>(data.integer()));
  if (text && type.kind == TypeKind::kDuration) return object::TextToValue(data.text(), "duration", context);
  if (text && type.kind == TypeKind::kTimestamp) return object::TextToValue(data.text(), "date-time", context);
  if (text && type.kind == TypeKind::kBytes) return object::TextToValue(data.text(), "byte", context);
  return NativeValue(data, context);
}

}  // namespace structural::cel
