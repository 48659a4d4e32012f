// Prints values like Go in error messages.
#include "schema/kubernetes/print.h"

#include <cmath>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

// Maximum size in bytes of a printed value. Data can be larger.
constexpr std::size_t kMaxPrinted = std::size_t{1} << 20;

void AppendGo(const Value& value, Context& context, std::string& to);

void AppendBytes(std::string_view bytes, std::string& to) {
  to += '[';
  for (std::size_t i = 0; i < bytes.size() && to.size() < kMaxPrinted; ++i) {
    if (i > 0) to += ' ';
    to += std::to_string(static_cast<unsigned char>(bytes[i]));
  }
  to += ']';
}

void AppendList(const Value& list, Context& context, std::string& to) {
  to += '[';
  ListIterator all(list, context);
  bool first = true;
  for (Value element; to.size() < kMaxPrinted && all.Next(element); first = false) {
    if (!first) to += ", ";
    AppendGo(element, context, to);
  }
  to += ']';
}

void AppendMap(const Value& map, Context& context, std::string& to) {
  to += '{';
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size && to.size() < kMaxPrinted; ++i) {
    if (i > 0) to += ", ";
    const Value key = MapKey(map, i, context);
    AppendGo(key, context, to);
    to += ": ";
    AppendGo(MapFind(map, key, context).value_or(Value()), context, to);
  }
  to += '}';
}

// Prints a type like cel-go's Type.
void AppendType(const cel::Type& type, std::string& to) {
  to += type.nullable ? "wrapper(" + std::string(TypeName(type)) + ")" : TypeName(type);
  if (type.parameters.empty()) return;
  to += '(';
  for (const cel::Type* parameter : type.parameters) {
    if (to.back() != '(') to += ", ";
    AppendType(*parameter, to);
  }
  to += ')';
}

void AppendGo(const Value& value, Context& context, std::string& to) {
  if (!context.StepDown()) return;
  switch (value.kind()) {
    case Kind::kNull: to += '0'; break;
    case Kind::kBool: to += value.boolean() ? "true" : "false"; break;
    case Kind::kInt: to += std::to_string(value.integer()); break;
    case Kind::kUint: to += std::to_string(value.unsigned_integer()); break;
    case Kind::kDouble: to += PrintDouble(value.real()); break;
    case Kind::kString:
    case Kind::kError: to += value.text(); break;
    case Kind::kBytes: AppendBytes(value.text(), to); break;
    case Kind::kDuration: to += go::PrintDuration(value.duration()); break;
    case Kind::kTimestamp: to += go::PrintTime(value.time()); break;
    case Kind::kType: AppendType(value.type(), to); break;
    case Kind::kList: AppendList(value, context, to); break;
    case Kind::kMap: AppendMap(value, context, to); break;
    case Kind::kOpaque: to += value.opaque().Print(); break;
    case Kind::kOptional:
      to += value.has_value() ? "optional(" : "optional.none()";
      if (!value.has_value()) break;
      AppendGo(value.value(), context, to);
      to += ')';
  }
}

constexpr std::string_view kGoTypes[] = {
    // The elements are in the order of Kind.
    "types.Null",   "types.Bool",  "types.Int",      "types.Uint",      "types.Double",
    "types.String", "types.Bytes", "types.Duration", "types.Timestamp", "*types.Type",
};

}  // namespace

std::string PrintDouble(double value) {
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  if (std::isnan(value)) return "NaN";
  return kubernetes::PrintFloat(value);
}

std::string Print(const Value& value, Context& context) {
  std::string text;
  AppendGo(value, context, text);
  return text;
}

std::string PrintType(const cel::Type& type) {
  std::string text;
  AppendType(type, text);
  return text;
}

std::string_view GoType(const Value& value) {
  switch (value.kind()) {
    case Kind::kList:
      if (value.form() == Form::kHost) return value.host_list().GoType();
      if (value.form() == Form::kMutable) return "*types.mutableList";
      return value.form() == Form::kConcat && !value.concat_list().plain ? "*types.concatList" : "*types.baseList";
    case Kind::kMap:
      if (value.form() == Form::kHost) return value.host_map().GoType();
      return value.form() == Form::kMutable ? "*types.mutableMap" : "*types.baseMap";
    case Kind::kOptional: return "*types.Optional";
    case Kind::kOpaque: return value.opaque().GoType();
    case Kind::kError: return "*types.Err";
    default: return kGoTypes[static_cast<int>(value.kind())];
  }
}

}  // namespace structural::cel::eval
