// Resolution of calls to overloads.
#include "schema/cel/checker.h"
#include "schema/cel/operators.h"

namespace structural::cel {
namespace {

using TypeList = std::vector<const Type*>;

// The types of an overload, with fresh type variables for its type parameters.
class OverloadTypes {
 public:
  OverloadTypes(TypeFactory& types, Bindings& bindings) : types_(types), bindings_(bindings) {}

  const Type* Make(const Type& type) {
    if (type.kind == TypeKind::kParameter) return VariableOf(type.name);
    if (!type.open) return &type;
    TypeList parameters;
    for (const Type* parameter : type.parameters) parameters.push_back(Make(*parameter));
    return types_.With(type.kind, type.name, parameters);
  }

 private:
  const Type* VariableOf(std::string_view name) {
    for (const auto& [known, variable] : variables_) {
      if (known == name) return variable;
    }
    variables_.emplace_back(name, bindings_.NewVariable());
    return variables_.back().second;
  }

  TypeFactory& types_;
  Bindings& bindings_;
  std::vector<std::pair<std::string_view, const Type*>> variables_;
};

}  // namespace

void Checker::Resolve(const Expr& expr, const Function& function, const Expr* target,
                      std::span<const Expr* const> arguments, bool without_target) {
  TypeList given;
  if (target != nullptr) given.push_back(TypeOf(*target));
  for (const Expr* argument : arguments) given.push_back(TypeOf(*argument));
  Reference reference = {.function = &function, .without_target = without_target};
  const Type* result = nullptr;
  for (const Overload& overload : OverloadsOf(function, environment_.edition)) {
    if (overload.on_first != (target != nullptr)) continue;
    if (function.name == operators::kLogicalAnd || function.name == operators::kLogicalOr) {
      result = ResolveLogical(function, overload, arguments, reference);
      if (result != nullptr) break;
      return SetBasic(expr, TypeKind::kError);
    }
    const Type* matched = TryOverload(overload, given);
    if (matched == nullptr) continue;
    reference.overloads.push_back(overload.id);
    if (result == nullptr) {
      result = matched;
    } else if (!IsDyn(*result) && !SameType(*matched, *result)) {
      result = &BasicType(TypeKind::kDyn);
    }
  }
  if (result != nullptr) {
    SetType(expr, result);
    checked_.references[expr.id] = std::move(reference);
    return;
  }
  SetBasic(expr, TypeKind::kError);
  if (checked_.issues.full()) return Report(expr.id, "");
  for (const Type*& type : given) type = bindings_.Substitute(*type, true);
  Report(expr.id, "found no matching overload for '" + std::string(function.name) + "' applied to '" +
                      FormatArguments(given, target != nullptr) + "'");
}

// Returns null if an argument is not a bool.
const Type* Checker::ResolveLogical(const Function&, const Overload& overload, std::span<const Expr* const> arguments,
                                    Reference& reference) {
  const Type& boolean = BasicType(TypeKind::kBool);
  bool fits = true;
  for (const Expr* argument : arguments) {
    const Type& type = *TypeOf(*argument);
    if (bindings_.Assign(type, boolean)) continue;
    ReportMismatch(*argument, boolean, type);
    fits = false;
  }
  reference.overloads.push_back(overload.id);
  return fits ? &boolean : nullptr;
}

// Returns the type of the overload's result; null if the overload does not accept the arguments.
const Type* Checker::TryOverload(const Overload& overload, std::span<const Type* const> arguments) {
  OverloadTypes instance(types_, bindings_);
  TypeList wanted;
  for (const Type* argument : overload.arguments) wanted.push_back(instance.Make(*argument));
  const Type* result = instance.Make(*overload.result);
  if (!bindings_.AssignAll(arguments, wanted)) return nullptr;
  return bindings_.Substitute(*result, false);
}

}  // namespace structural::cel
