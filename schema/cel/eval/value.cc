#include "schema/cel/eval/value.h"

#include "schema/cel/eval/opaque.h"

namespace structural::cel::eval {
namespace {

const cel::Type* const kDynParameters[] = {&BasicType(TypeKind::kDyn), &BasicType(TypeKind::kDyn)};

cel::Type MakeType(TypeKind kind, std::string_view name, std::size_t parameters) {
  return {.kind = kind, .name = name, .parameters = {kDynParameters, parameters}};
}

constexpr TypeKind kBasicKindOf[] = {
    // The elements are in the order of Kind.
    TypeKind::kNull,   TypeKind::kBool,  TypeKind::kInt,      TypeKind::kUint,      TypeKind::kDouble,
    TypeKind::kString, TypeKind::kBytes, TypeKind::kDuration, TypeKind::kTimestamp, TypeKind::kType,
};

}  // namespace

const cel::Type& RuntimeType(const Value& value) {
  static const cel::Type list = MakeType(TypeKind::kList, {}, 1);
  static const cel::Type map = MakeType(TypeKind::kMap, {}, 2);
  static const cel::Type optional = MakeType(TypeKind::kOpaque, "optional_type", 1);
  static const cel::Type error = MakeType(TypeKind::kOpaque, "error", 0);
  switch (value.kind()) {
    case Kind::kList: return list;
    case Kind::kMap: return map;
    case Kind::kOptional: return optional;
    case Kind::kOpaque: return value.opaque().type();
    case Kind::kError: return error;
    default: return BasicType(kBasicKindOf[static_cast<int>(value.kind())]);
  }
}

}  // namespace structural::cel::eval
