#include "schema/cel/bindings.h"

#include <algorithm>

namespace structural::cel {
namespace {

bool IsEqualOrLessSpecific(const Type& a, const Type& b) {
  if (IsDyn(a) || a.kind == TypeKind::kParameter) return true;
  if (IsDyn(b) || b.kind == TypeKind::kParameter || a.kind != b.kind) return false;
  switch (a.kind) {
    case TypeKind::kOpaque:
      if (a.name != b.name || a.parameters.size() != b.parameters.size()) return false;
      [[fallthrough]];
    case TypeKind::kList:
    case TypeKind::kMap:
      return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                        [](const Type* one, const Type* other) { return IsEqualOrLessSpecific(*one, *other); });
    case TypeKind::kType: return true;
    default: return SameType(a, b);
  }
}

bool AcceptsNull(const Type& type) {
  switch (type.kind) {
    case TypeKind::kOpaque:
    case TypeKind::kStruct:
    case TypeKind::kAny:
    case TypeKind::kDuration:
    case TypeKind::kTimestamp:
    case TypeKind::kNull: return true;
    default: return type.nullable;
  }
}

}  // namespace

const Type& MostGeneral(const Type& a, const Type& b) { return IsEqualOrLessSpecific(a, b) ? a : b; }

const Type* Bindings::NewVariable() {
  bound_types_.push_back(nullptr);
  return types_.Variable(static_cast<std::int32_t>(bound_types_.size()) - 1);
}

const Type* Bindings::BoundType(const Type& type) const {
  return type.variable == Type::kNotVariable ? nullptr : bound_types_[type.variable];
}

void Bindings::BindTo(const Type& variable, const Type& type) {
  changes_.push_back({variable.variable, bound_types_[variable.variable]});
  bound_types_[variable.variable] = &type;
}

void Bindings::UndoTo(std::size_t changes) {
  for (; changes_.size() > changes; changes_.pop_back()) {
    bound_types_[changes_.back().variable] = changes_.back().previous_type;
  }
}

bool Bindings::Assign(const Type& from, const Type& to) {
  const Type* const one = &from;
  const Type* const other = &to;
  return AssignAll({&one, 1}, {&other, 1});
}

bool Bindings::AssignAll(std::span<const Type* const> from, std::span<const Type* const> to) {
  changes_.clear();
  const bool assignable = CanAssignAll(from, to);
  if (!assignable) UndoTo(0);
  return assignable;
}

bool Bindings::CanAssignAll(std::span<const Type* const> from, std::span<const Type* const> to) {
  return std::equal(from.begin(), from.end(), to.begin(), to.end(),
                    [this](const Type* one, const Type* other) { return CanAssign(*one, *other); });
}

// Upstream: internalIsAssignable.
bool Bindings::CanAssign(const Type& from, const Type& to) {
  if (to.kind == TypeKind::kParameter) {
    const Substitution substitution = Bind(from, to);
    if (substitution.can_bind) return true;
    if (substitution.was_bound) return false;
  }
  if (from.kind == TypeKind::kParameter) return Bind(to, from).can_bind;
  if (IsDynOrError(from) || IsDynOrError(to)) return true;
  if (from.kind == TypeKind::kNull) return AcceptsNull(to);
  if (to.kind == TypeKind::kNull) return AcceptsNull(from);
  if (from.kind != to.kind) return false;
  switch (from.kind) {
    case TypeKind::kType: return true;
    case TypeKind::kStruct: return from.name == to.name;
    case TypeKind::kOpaque:
    case TypeKind::kList:
    case TypeKind::kMap: return from.name == to.name && CanAssignAll(from.parameters, to.parameters);
    default: return true;
  }
}

// Upstream: isValidTypeSubstitution.
Bindings::Substitution Bindings::Bind(const Type& type, const Type& variable) {
  if (SameType(type, variable)) return {true, true};
  const Type* known = BoundType(variable);
  if (known == nullptr) {
    if (!DoesNotOccurIn(variable, type)) return {false, false};
    BindTo(variable, type);
    return {true, false};
  }
  if (SameType(type, *known)) return {true, true};
  if (!CanAssign(type, *known)) return {false, true};
  const Type& general = MostGeneral(type, *known);
  if (DoesNotOccurIn(variable, general)) BindTo(variable, general);
  return {true, true};
}

// Upstream: notReferencedIn.
bool Bindings::DoesNotOccurIn(const Type& variable, const Type& within) const {
  if (!within.is_generic) return true;
  if (SameType(variable, within)) return false;
  if (within.kind == TypeKind::kParameter) {
    const Type* bound = BoundType(within);
    return bound == nullptr || DoesNotOccurIn(variable, *bound);
  }
  return std::all_of(within.parameters.begin(), within.parameters.end(),
                     [&](const Type* part) { return DoesNotOccurIn(variable, *part); });
}

const Type* Bindings::Substitute(const Type& type, bool rest_to_dyn) {
  if (types_.exceeded_max_nodes()) return &BasicType(TypeKind::kDyn);
  if (!type.is_generic) return &type;
  if (const Type* bound = BoundType(type); bound != nullptr) return Substitute(*bound, rest_to_dyn);
  if (type.kind == TypeKind::kParameter) {
    return rest_to_dyn ? &BasicType(TypeKind::kDyn) : &type;
  }
  std::vector<const Type*> parameters;
  bool same = true;
  for (const Type* parameter : type.parameters) {
    parameters.push_back(Substitute(*parameter, rest_to_dyn));
    same = same && parameters.back() == parameter;
  }
  return same ? &type : types_.Make(type.kind, type.name, parameters);
}

}  // namespace structural::cel
