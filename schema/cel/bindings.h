// What type variables stand for, and whether one type can be given where another is wanted.
//
// Upstream: cel-go checker/types.go, checker/mapping.go (v0.29.2).
#pragma once

#include <vector>

#include "schema/cel/type.h"

namespace structural::cel {

// Not thread-safe.
class Bindings {
 public:
  explicit Bindings(TypeFactory& types) : types_(types) {}

  const Type* NewVariable();

  // Whether `from` is assignable to `to`, with variables bound as that needs. Nothing is bound
  // where it is not.
  bool Assign(const Type& from, const Type& to);
  bool AssignAll(std::span<const Type* const> from, std::span<const Type* const> to);

  // With bound variables replaced; other ones by dyn, if so wanted.
  const Type* Substitute(const Type& type, bool rest_to_dyn);

 private:
  bool CanAssign(const Type& from, const Type& to);
  bool CanAssignAll(std::span<const Type* const> from, std::span<const Type* const> to);
  // Whether the variable can stand for the type, and whether it stood for one before.
  struct Substitution {
    bool valid;
    bool known;
  };
  Substitution Bind(const Type& type, const Type& variable);
  const Type* Find(const Type& type) const;
  void Set(const Type& variable, const Type& type);
  bool IsOutside(const Type& variable, const Type& within) const;
  void UndoTo(std::size_t changes);

  struct Change {
    std::int32_t variable;
    const Type* before;
  };

  TypeFactory& types_;
  std::vector<const Type*> bound_;  // by variable; null where it is free
  std::vector<Change> changes_;
};

// The more general of two types of which one is assignable to the other.
const Type& MostGeneral(const Type& a, const Type& b);

}  // namespace structural::cel
