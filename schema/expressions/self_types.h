// The CEL types of `self` and its parts, for a declared type.
//
// Upstream: apiserver/pkg/cel/types.go DeclTypeProvider, MaybeAssignTypeName (0.37), apiextensions
// schema/cel/compilation.go sizeEstimator.
#pragma once

#include <string_view>
#include <unordered_map>

#include "schema/cel/check.h"
#include "schema/cel/cost/estimate.h"
#include "schema/expressions/declared_type.h"

namespace structural::expressions {

// Provides the types of `self` and its parts to the type check, and their maximum sizes to the cost estimate. An object
// has a struct type that is named by its path: selfType.spec, selfType.list.@idx. Servers add random digits to the
// first part, so no expression can refer to these names. Types are created on demand, in `arena`. Not thread-safe.
class SelfTypes final : public cel::StructProvider, public cel::cost::Sizes {
 public:
  SelfTypes(const DeclaredType& self, base::Arena& arena);

  // Returns the environment of an expression, with the variables `self` and `oldSelf` and the type names `duration` and
  // `timestamp`.
  cel::CheckEnvironment Environment(bool optional_old_self, cel::Edition edition) const;

  bool HasStruct(std::string_view name) const override { return FindStruct(name) != nullptr; }
  const cel::Type* FindField(std::string_view name, std::string_view field, const cel::Edition& edition) const override;
  std::optional<std::uint64_t> MaxSize(std::span<const std::string_view> path) const override;

 private:
  const DeclaredType* FindStruct(std::string_view name) const;
  const cel::Type* MakeType(const DeclaredType& declared, std::string_view name) const;
  std::string_view JoinName(std::string_view name, std::string_view part) const;

  const DeclaredType& self_;
  base::Arena& arena_;
  mutable cel::TypeFactory types_;
  mutable std::unordered_map<std::string_view, const DeclaredType*> structs_;  // types by the names of struct types
  mutable std::unordered_map<std::string_view, const cel::Type*> fields_;      // types of fields, by "STRUCT.FIELD"
  const cel::Type* self_type_;
};

}  // namespace structural::expressions
