#include "schema/expressions/self_types.h"

#include <string>

#include "schema/expressions/object/escape.h"

namespace structural::expressions {
namespace {

using cel::BasicType;
using cel::Type;
using cel::TypeKind;

// Returns the type of the names `duration` and `timestamp` in expressions like `type(self.timeout) == duration`. Only
// environments with a schema declare these names.
//
// Upstream: apiserver/pkg/cel/types.go DeclTypeProvider.FindStructType (v0.37.2).
const Type& TypeOfName(TypeKind kind, cel::Edition edition) {
  if (!cel::Has(edition, cel::LanguagePart::kTypeNames)) return BasicType(kind);
  static base::Arena arena;
  static const Type* duration = cel::TypeFactory(arena).TypeOf(&BasicType(TypeKind::kDuration));
  static const Type* timestamp = cel::TypeFactory(arena).TypeOf(&BasicType(TypeKind::kTimestamp));
  return kind == TypeKind::kDuration ? *duration : *timestamp;
}

}  // namespace

SelfTypes::SelfTypes(const DeclaredType& self, base::Arena& arena)
    : self_(self), arena_(arena), types_(arena), self_type_(MakeType(self, "selfType")) {}

cel::CheckEnvironment SelfTypes::Environment(bool optional_old_self, cel::Edition edition) const {
  cel::CheckEnvironment environment;
  environment.variables = {
      {"self", self_type_},
      {"oldSelf", optional_old_self ? types_.Optional(self_type_) : self_type_},
      {"duration", &TypeOfName(TypeKind::kDuration, edition)},
      {"timestamp", &TypeOfName(TypeKind::kTimestamp, edition)},
  };
  environment.structs = this;
  environment.edition = edition;
  return environment;
}

// Returns the declared type of the struct type `name`; null if `name` is not the name of a struct type. Compares
// pointers, not texts, because only strings that this class created are names of types.
const DeclaredType* SelfTypes::FindStruct(std::string_view name) const {
  const auto found = structs_.find(name);
  return found == structs_.end() || found->first.data() != name.data() ? nullptr : found->second;
}

std::string_view SelfTypes::JoinName(std::string_view name, std::string_view part) const {
  return arena_.Copy(std::string_view(std::string(name).append(".").append(part)));
}

const Type* SelfTypes::FindField(std::string_view name, std::string_view field, const cel::Edition& edition) const {
  const DeclaredType* object = FindStruct(name);
  if (object == nullptr) return nullptr;
  const bool reserved = cel::object::IsReserved(field);
  if (reserved && !cel::Has(edition, cel::LanguagePart::kKeywordFields)) return nullptr;
  const std::string key = std::string(name).append(".").append(field);
  const auto known = fields_.find(key);
  if (known != fields_.end()) return known->second;
  const DeclaredType* found = object->FindField(field);
  std::string escaped(field);
  if (found == nullptr && reserved) {
    escaped = "__" + escaped + "__";
    found = object->FindField(escaped);
  }
  if (found == nullptr) return nullptr;
  const Type* type = MakeType(*found, JoinName(name, escaped));
  fields_[arena_.Copy(std::string_view(key))] = type;
  return type;
}

const Type* SelfTypes::MakeType(const DeclaredType& declared, std::string_view name) const {
  if (declared.cel_type != nullptr) return declared.cel_type;
  switch (declared.kind) {
    case DeclaredType::Kind::kSimple: break;
    case DeclaredType::Kind::kList: return types_.List(MakeType(*declared.element, JoinName(name, "@idx")));
    case DeclaredType::Kind::kMap:
      return types_.Map(&BasicType(TypeKind::kString), MakeType(*declared.element, JoinName(name, "@elem")));
    case DeclaredType::Kind::kObject: break;
  }
  structs_.emplace(name, &declared);
  return types_.Make(TypeKind::kStruct, structs_.find(name)->first, {});
}

// Returns the maximum size of the value at a path. Ignores the first element of the path, which is the variable,
// because `self` and `oldSelf` have the same type.
std::optional<std::uint64_t> SelfTypes::MaxSize(std::span<const std::string_view> path) const {
  const DeclaredType* at = &self_;
  bool key = false;
  for (const std::string_view name : path.subspan(1)) {
    if (key) return std::nullopt;
    if (name == "@keys") {
      if (at->kind != DeclaredType::Kind::kMap) return std::nullopt;
      key = true;
      continue;
    }
    at = name == "@items" || name == "@values" ? at->element : at->FindField(name);
    if (at == nullptr) return std::nullopt;
  }
  return key ? 0 : static_cast<std::uint64_t>(at->max_elements);
}

}  // namespace structural::expressions
