// The types that type variables are bound to, and assignability of types.
//
// Upstream: cel-go checker/types.go, checker/mapping.go (v0.29.2).
#pragma once

#include <vector>

#include "schema/cel/type.h"

namespace structural::cel {

// The bindings of the type variables of one expression. Not thread-safe.
class Bindings {
 public:
  explicit Bindings(TypeFactory& types) : types_(types) {}

  // Returns a new type variable, which is free: not bound to a type.
  const Type* NewVariable();

  // Whether a value of the type `from` is assignable to the type `to`. If so, binds the type variables in both as
  // needed; otherwise binds none.
  bool Assign(const Type& from, const Type& to);
  bool AssignAll(std::span<const Type* const> from, std::span<const Type* const> to);

  // Returns the type in which each bound variable is replaced by its type. If `rest_to_dyn` is true, each free variable
  // is replaced by dyn; otherwise it stays.
  const Type* Substitute(const Type& type, bool rest_to_dyn);

 private:
  bool CanAssign(const Type& from, const Type& to);
  bool CanAssignAll(std::span<const Type* const> from, std::span<const Type* const> to);
  // The result of an attempt to bind a variable: whether it can be bound to the type, and whether it was bound before.
  struct Substitution {
    bool can_bind;
    bool was_bound;
  };
  Substitution Bind(const Type& type, const Type& variable);
  const Type* BoundType(const Type& type) const;
  void BindTo(const Type& variable, const Type& type);
  bool DoesNotOccurIn(const Type& variable, const Type& within) const;
  void UndoTo(std::size_t changes);

  struct Change {
    std::int32_t variable;
    const Type* previous_type;
  };

  TypeFactory& types_;
  std::vector<const Type*> bound_types_;  // the type of each variable; null if the variable is free
  std::vector<Change> changes_;
};

// Returns the more general of two types. Precondition: one is assignable to the other.
const Type& MostGeneral(const Type& a, const Type& b);

}  // namespace structural::cel
