#include "schema/cel/type.h"

#include <algorithm>
#include <array>

namespace structural::cel {
namespace {

constexpr int kKinds = static_cast<int>(TypeKind::kUint) + 1;

// The names of a kind. They are empty for a kind whose types have different names.
struct KindName {
  std::string_view name;   // at run time
  std::string_view shown;  // in error messages
};

constexpr KindName kKindNames[kKinds] = {
    {"google.protobuf.Any", "any"},
    {"bool", "bool"},
    {"bytes", "bytes"},
    {"double", "double"},
    {"google.protobuf.Duration", "duration"},
    {"dyn", "dyn"},
    {"error", "!error!"},
    {"int", "int"},
    {"list", "list"},
    {"map", "map"},
    {"null_type", "null"},
    {"", ""},
    {"string", "string"},
    {"", ""},
    {"google.protobuf.Timestamp", "timestamp"},
    {"type", "type"},
    {"", ""},
    {"uint", "uint"},
};

const KindName& NameOf(TypeKind kind) { return kKindNames[static_cast<int>(kind)]; }

std::array<Type, kKinds> MakeBasicTypes() {
  std::array<Type, kKinds> types;
  for (int i = 0; i < kKinds; ++i) types[i].kind = static_cast<TypeKind>(i);
  return types;
}

std::string FormatAll(std::span<const Type* const> types) {
  std::string text = "(";
  for (const Type* type : types) {
    if (text.size() > 1) text += ", ";
    text += FormatType(*type);
  }
  return text + ")";
}

}  // namespace

const Type& BasicType(TypeKind kind) {
  static const std::array<Type, kKinds> types = MakeBasicTypes();
  return types[static_cast<int>(kind)];
}

std::string_view TypeName(const Type& type) { return type.name.empty() ? NameOf(type.kind).name : type.name; }

std::string FormatType(const Type& type) {
  if (type.variable != Type::kNotVariable) return "_var" + std::to_string(type.variable);
  const std::string name(type.name.empty() ? NameOf(type.kind).shown : type.name);
  if (type.nullable) return "wrapper(" + name + ")";
  return type.parameters.empty() ? name : name + FormatAll(type.parameters);
}

std::string FormatArguments(std::span<const Type* const> types, bool is_member) {
  if (!is_member) return FormatAll(types);
  return FormatType(*types[0]) + "." + FormatAll(types.subspan(1));
}

bool SameType(const Type& a, const Type& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.variable != b.variable || a.name != b.name) return false;
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const Type* one, const Type* other) { return SameType(*one, *other); });
}

bool IsDyn(const Type& type) { return type.kind == TypeKind::kDyn || type.kind == TypeKind::kAny; }

bool IsDynOrError(const Type& type) { return IsDyn(type) || type.kind == TypeKind::kError; }

const Type* UnwrapOptional(const Type& type) {
  const bool optional = type.kind == TypeKind::kOpaque && type.name == "optional_type";
  return optional ? type.parameters[0] : nullptr;
}

const Type* TypeFactory::Map(const Type* key, const Type* value) {
  const Type* const parameters[] = {key, value};
  return Make(TypeKind::kMap, {}, parameters);
}

const Type* TypeFactory::Nullable(const Type& type) {
  Type* made = arena_.New<Type>();
  *made = type;
  made->nullable = true;
  return made;
}

const Type* TypeFactory::Variable(std::int32_t number) {
  Type* made = arena_.New<Type>();
  made->kind = TypeKind::kParameter;
  made->variable = number;
  made->is_generic = true;
  return made;
}

const Type* TypeFactory::Make(TypeKind kind, std::string_view name, std::span<const Type* const> parameters) {
  std::uint32_t parts = 1;
  bool open = kind == TypeKind::kParameter;
  for (const Type* parameter : parameters) {
    parts += parameter->node_count;
    open = open || parameter->is_generic;
  }
  if (parts > Type::kMaxTypeNodes) {
    exceeded_ = true;
    return &BasicType(TypeKind::kDyn);
  }
  Type* made = arena_.New<Type>();
  made->kind = kind;
  made->name = name;
  made->parameters = arena_.Copy(parameters);
  made->node_count = parts;
  made->is_generic = open;
  return made;
}

}  // namespace structural::cel
