#include "schema/cel/check.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/cel/bindings.h"
#include "schema/cel/functions.h"
#include "schema/cel/operators.h"
#include "schema/cel/type.h"
#include "schema/cel/validate_literals.h"

namespace structural::cel {
namespace {

// The variables of loops, innermost last. Not thread-safe.
//
// Upstream: cel-go checker/scopes.go (v0.29.2).
class Scopes {
 public:
  // Declares a variable, until it is removed by Pop.
  void Push(std::string_view name, const Type* type) { variables_.push_back({name, type}); }
  void Pop(std::size_t count) { variables_.resize(variables_.size() - count); }

  // Returns the type of the innermost variable with the name, or null. Ignores a leading dot.
  const Type* Find(std::string_view name) const {
    if (name.starts_with('.')) name.remove_prefix(1);
    for (std::size_t i = variables_.size(); i > 0; --i) {
      if (variables_[i - 1].name == name) return variables_[i - 1].type;
    }
    return nullptr;
  }

 private:
  struct Variable {
    std::string_view name;
    const Type* type;
  };

  std::vector<Variable> variables_;
};

// Checks one expression. Not thread-safe.
//
// Upstream: cel-go checker/checker.go (v0.29.2).
class Checker {
 public:
  Checker(const Parsed& parsed, const Source& source, const CheckEnvironment& environment, base::Arena& arena);

  // Checks the expression. Must be called exactly once. Precondition: the parsed expression has no issues.
  void Run();

  bool exceeded() const { return types_.exceeded_max_nodes(); }
  Checked Take() { return std::move(checked_); }

 private:
  // A variable or type name outside of all loops, with its type.
  struct Global {
    std::string name;
    const Type* type;
  };

  // Checks an expression. Recursive. The functions that it calls are not inlined, so that its stack frame stays small.
  void Visit(const Expr& expr);
  [[gnu::noinline]] void CheckIdent(const Expr& expr, std::string_view name);
  [[gnu::noinline]] void CheckSelect(const Expr& expr, const Select& select);
  [[gnu::noinline]] void CheckOptionalSelect(const Expr& expr, const Call& call);
  const Type* FieldType(const Expr& expr, const Expr& operand, std::string_view field, bool optional);
  const Function* Declared(std::string_view name) const;
  [[gnu::noinline]] void CheckCall(const Expr& expr, const Call& call);
  void Resolve(const Expr& expr, const Function& function, const Expr* target, std::span<const Expr* const> arguments,
               bool target_is_in_name);
  const Type* ResolveLogical(const Function& function, const Overload& overload, std::span<const Expr* const> arguments,
                             Reference& reference);
  const Type* TryOverload(const Overload& overload, std::span<const Type* const> arguments);
  [[gnu::noinline]] void CheckList(const Expr& expr, const List& list);
  [[gnu::noinline]] void CheckMap(const Expr& expr, const Map& map);
  [[gnu::noinline]] void CheckMessage(const Expr& expr, const Message& message);
  void CheckField(const Entry& entry, std::string_view type);
  [[gnu::noinline]] void CheckLoop(const Expr& expr, const Comprehension& loop);
  void AddLoopVariables(const Comprehension& loop, const Type& range);

  const Type* WithoutOptional(const Expr& expr, const Type* type, bool optional);
  const Type* Join(const Expr& expr, const Type* previous, const Type* current);
  void Expect(const Expr& expr, const Type& type);
  const Type* StructField(std::int64_t id, std::string_view type, std::string_view field);
  std::optional<Global> FindGlobal(std::string_view name) const;
  void SetGlobal(const Expr& expr, const Global& global, bool hidden);

  const Type* TypeOf(const Expr& expr) const { return checked_.types[expr.id]; }
  void SetType(const Expr& expr, const Type* type) { checked_.types[expr.id] = type; }
  void SetBasic(const Expr& expr, TypeKind kind) { SetType(expr, &BasicType(kind)); }
  void Report(std::int64_t id, std::string message);
  // Returns the text of a type for an error message. Returns an empty text if further issues are not kept, because the
  // text can be large.
  std::string Shown(const Type& type) const { return checked_.issues.full() ? std::string() : FormatType(type); }
  void ReportMismatch(const Expr& expr, const Type& expected, const Type& found);
  void ReportUndeclared(const Expr& expr, std::string_view name);

  const Parsed& parsed_;
  const Source& source_;
  const CheckEnvironment& environment_;
  base::Arena& arena_;
  TypeFactory types_;
  Bindings bindings_;
  Scopes scopes_;
  Checked checked_;
};

constexpr TypeKind kConstantKinds[] = {
    // the type of each alternative of Constant, in the order of the alternatives
    TypeKind::kNull,   TypeKind::kBool,   TypeKind::kInt,   TypeKind::kUint,
    TypeKind::kDouble, TypeKind::kString, TypeKind::kBytes,
};

// Returns the name of an expression like a.b.c; nullopt for other expressions.
std::optional<std::string> QualifiedName(const Expr& expr) {
  if (const Ident* ident = std::get_if<Ident>(&expr.node)) return std::string(ident->name);
  const Select* select = std::get_if<Select>(&expr.node);
  if (select == nullptr || select->test_only) return std::nullopt;
  const auto operand = QualifiedName(*select->operand);
  if (!operand) return std::nullopt;
  return *operand + "." + std::string(select->field);
}

// Returns the first name of a.b.c: `a`. Precondition: the expression has a QualifiedName.
std::string_view FirstName(const Expr& expr) {
  const Expr* first = &expr;
  while (const Select* select = std::get_if<Select>(&first->node)) first = select->operand;
  return std::get<Ident>(first->node).name;
}

std::string_view WithoutDot(std::string_view name) { return name.starts_with('.') ? name.substr(1) : name; }

Checker::Checker(const Parsed& parsed, const Source& source, const CheckEnvironment& environment, base::Arena& arena)
    : parsed_(parsed), source_(source), environment_(environment), arena_(arena), types_(arena), bindings_(types_) {
  checked_.types.resize(parsed.places.last_id() + 1);
}

void Checker::Run() {
  Visit(*parsed_.root);
  for (const Type*& type : checked_.types) {
    if (type != nullptr) type = bindings_.Substitute(*type, true);
  }
}

void Checker::Visit(const Expr& expr) {
  if (exceeded()) return SetBasic(expr, TypeKind::kDyn);
  if (const Constant* constant = std::get_if<Constant>(&expr.node)) {
    SetBasic(expr, kConstantKinds[constant->index()]);
  } else if (const Ident* ident = std::get_if<Ident>(&expr.node)) {
    CheckIdent(expr, ident->name);
  } else if (const Select* select = std::get_if<Select>(&expr.node)) {
    CheckSelect(expr, *select);
  } else if (const Call* call = std::get_if<Call>(&expr.node)) {
    CheckCall(expr, *call);
  } else if (const List* list = std::get_if<List>(&expr.node)) {
    CheckList(expr, *list);
  } else if (const Map* map = std::get_if<Map>(&expr.node)) {
    CheckMap(expr, *map);
  } else if (const Message* message = std::get_if<Message>(&expr.node)) {
    CheckMessage(expr, *message);
  } else if (const auto* loop = std::get_if<const Comprehension*>(&expr.node)) {
    CheckLoop(expr, **loop);
  }
}

std::optional<Checker::Global> Checker::FindGlobal(std::string_view name) const {
  name = WithoutDot(name);
  const auto variable = environment_.variables.find(name);
  if (variable != environment_.variables.end()) return Global{std::string(name), variable->second};
  if (const Type* type = FindTypeName(name, environment_.edition); type != nullptr) {
    return Global{std::string(name), type};
  }
  return std::nullopt;
}

void Checker::SetGlobal(const Expr& expr, const Global& global, bool hidden) {
  SetType(expr, global.type);
  checked_.references[expr.id] = {.name = arena_.Copy(std::string_view((hidden ? "." : "") + global.name))};
}

void Checker::CheckIdent(const Expr& expr, std::string_view name) {
  const Type* local = scopes_.Find(name);
  if (local != nullptr && !name.starts_with('.')) {
    SetType(expr, local);
    checked_.references[expr.id] = {.name = name};
    return;
  }
  const auto global = FindGlobal(name);
  if (global) return SetGlobal(expr, *global, local != nullptr);
  SetBasic(expr, TypeKind::kError);
  ReportUndeclared(expr, name);
}

// Checks a selection such as a.b.c. If a.b.c is declared as one qualified name, it refers to that name; otherwise it is
// the field c of a.b.
void Checker::CheckSelect(const Expr& expr, const Select& select) {
  if (const auto name = QualifiedName(expr); name) {
    const std::string_view first = FirstName(expr);
    const bool local = scopes_.Find(first) != nullptr;
    const auto global = local && !first.starts_with('.') ? std::nullopt : FindGlobal(*name);
    if (global) return SetGlobal(expr, *global, local);
  }
  const Type* type = FieldType(expr, *select.operand, select.field, false);
  if (select.test_only) type = &BasicType(TypeKind::kBool);
  SetType(expr, bindings_.Substitute(*type, false));
}

void Checker::CheckOptionalSelect(const Expr& expr, const Call& call) {
  const auto& field = std::get<std::string_view>(std::get<Constant>(call.arguments[1]->node));
  const Type* type = FieldType(expr, *call.arguments[0], field, true);
  SetType(expr, bindings_.Substitute(*type, false));
  const Function* function = FindFunction(operators::kOptSelect, environment_.edition);
  checked_.references[expr.id] = {.overloads = {"select_optional_field"}, .function = function};
}

const Type* Checker::FieldType(const Expr& expr, const Expr& operand, std::string_view field, bool optional) {
  Visit(operand);
  const Type* type = bindings_.Substitute(*TypeOf(operand), false);
  const Type* unwrapped = UnwrapOptional(*type);
  if (unwrapped != nullptr) type = unwrapped;
  const Type* result = &BasicType(TypeKind::kDyn);
  switch (type->kind) {
    case TypeKind::kMap: result = type->parameters[1]; break;
    case TypeKind::kStruct: result = StructField(expr.id, type->name, field); break;
    case TypeKind::kParameter: bindings_.Assign(BasicType(TypeKind::kDyn), *type); break;
    default:
      if (IsDynOrError(*type)) break;
      Report(expr.id, "type '" + Shown(*type) + "' does not support field selection");
  }
  return unwrapped != nullptr || optional ? types_.Optional(result) : result;
}

const Type* Checker::StructField(std::int64_t id, std::string_view type, std::string_view field) {
  const StructProvider* structs = environment_.structs;
  if (structs == nullptr || !structs->HasStruct(type)) {
    Report(id, "unexpected failed resolution of '" + std::string(type) + "'");
    return &BasicType(TypeKind::kError);
  }
  const Type* found = structs->FindField(type, field, environment_.edition);
  if (found != nullptr) return found;
  Report(id, "undefined field '" + std::string(field) + "'");
  return &BasicType(TypeKind::kError);
}

const Function* Checker::Declared(std::string_view name) const {
  return FindFunction(WithoutDot(name), environment_.edition);
}

void Checker::CheckCall(const Expr& expr, const Call& call) {
  if (call.function == operators::kOptSelect) return CheckOptionalSelect(expr, call);
  for (const Expr* argument : call.arguments) Visit(*argument);
  if (call.target != nullptr) {
    const auto prefix = QualifiedName(*call.target);
    const std::string name = prefix ? *prefix + "." + std::string(call.function) : "";
    const Function* named = prefix ? Declared(name) : nullptr;
    if (named != nullptr) return Resolve(expr, *named, nullptr, call.arguments, true);
    Visit(*call.target);
  }
  const Function* function = Declared(call.function);
  if (function != nullptr) return Resolve(expr, *function, call.target, call.arguments, false);
  SetBasic(expr, TypeKind::kError);
  ReportUndeclared(expr, call.function);
}

void Checker::Report(std::int64_t id, std::string message) {
  checked_.issues.Add({id, parsed_.places.Locate(id, source_), std::move(message)});
}

void Checker::ReportMismatch(const Expr& expr, const Type& expected, const Type& found) {
  Report(expr.id, "expected type '" + Shown(expected) + "' but found '" + Shown(found) + "'");
}

void Checker::ReportUndeclared(const Expr& expr, std::string_view name) {
  Report(expr.id, "undeclared reference to '" + std::string(name) + "' (in container '')");
}

}  // namespace

base::Result<Checked> Check(const Parsed& parsed, const Source& source, const CheckEnvironment& environment,
                            base::Arena& arena) {
  Checker checker(parsed, source, environment, arena);
  checker.Run();
  Checked checked = checker.Take();
  if (checker.exceeded()) {
    return {base::ErrorCode::kLimitExceeded, "a type has more than " + std::to_string(Type::kMaxTypeNodes) + " parts"};
  }
  if (!checked.issues.empty()) return checked;
  const Edition& edition = environment.edition;
  ValidateLiterals(parsed, source, edition, checked);
  if (Has(edition, LanguagePart::kFormatChecks)) ValidateFormats(parsed, source, checked);
  return checked;
}

namespace {

// Type checks of lists, maps, messages and loops.

// Returns the name of the message that has the type: the name of a struct, or google.protobuf.Duration for a duration.
std::string_view MessageName(const Type& type) {
  if (type.kind == TypeKind::kStruct) return type.name;
  return TypeName(type);
}

// Returns the type of an element of a list, or of a value in a map. `type` is the type of the element's expression. If
// the element is written as ?e (`optional`), `type` must be an optional, and the type inside it is returned.
const Type* Checker::WithoutOptional(const Expr& expr, const Type* type, bool optional) {
  if (!optional) return type;
  const Type* unwrapped = UnwrapOptional(*type);
  if (unwrapped != nullptr) return unwrapped;
  if (!IsDyn(*type)) ReportMismatch(expr, *types_.Optional(type), *type);
  return type;
}

// Returns the common type of two elements. If `previous` is not assignable to `current`, editions with
// kElementTypeChecks use dyn, and ValidateLiterals reports the difference later. In older editions, this function
// reports the difference.
const Type* Checker::Join(const Expr& expr, const Type* previous, const Type* current) {
  if (previous == nullptr) return current;
  if (bindings_.Assign(*previous, *current)) return &MostGeneral(*previous, *current);
  if (Has(environment_.edition, LanguagePart::kElementTypeChecks)) return &BasicType(TypeKind::kDyn);
  ReportMismatch(expr, *previous, *current);
  return &BasicType(TypeKind::kError);
}

void Checker::CheckList(const Expr& expr, const List& list) {
  const Type* joined = nullptr;
  auto optional = list.optional.begin();
  for (std::size_t i = 0; i < list.elements.size(); ++i) {
    const Expr& element = *list.elements[i];
    Visit(element);
    const bool is_optional = optional != list.optional.end() && *optional == static_cast<std::int32_t>(i);
    if (is_optional) ++optional;
    joined = Join(element, joined, WithoutOptional(element, TypeOf(element), is_optional));
  }
  if (joined == nullptr) joined = bindings_.NewVariable();
  SetType(expr, types_.List(joined));
}

void Checker::CheckMap(const Expr& expr, const Map& map) {
  const Type* keys = nullptr;
  const Type* values = nullptr;
  for (const Entry& entry : map.entries) {
    Visit(*entry.key);
    keys = Join(*entry.key, keys, TypeOf(*entry.key));
    Visit(*entry.value);
    const Type* value = WithoutOptional(*entry.value, TypeOf(*entry.value), entry.optional);
    values = Join(*entry.value, values, value);
  }
  if (keys == nullptr) {
    keys = bindings_.NewVariable();
    values = bindings_.NewVariable();
  }
  SetType(expr, types_.Map(keys, values));
}

void Checker::CheckMessage(const Expr& expr, const Message& message) {
  std::string_view name = message.type;
  if (name.starts_with('.')) name.remove_prefix(1);
  const StructProvider* structs = environment_.structs;
  const Type* type = FindTypeName(name, environment_.edition);
  if (type == nullptr && structs != nullptr && structs->HasStruct(name)) {
    type = types_.TypeOf(types_.Make(TypeKind::kStruct, name, {}));
  }
  if (type == nullptr) {
    ReportUndeclared(expr, message.type);
    return SetBasic(expr, TypeKind::kError);
  }
  checked_.references[expr.id] = {.name = name};
  const Type* made = type->parameters[0];
  const bool nullable = made->nullable;
  const bool well_known = nullable || IsDyn(*made) || made->kind == TypeKind::kTimestamp ||
                          made->kind == TypeKind::kDuration || made->kind == TypeKind::kNull;
  if (!well_known && made->kind != TypeKind::kStruct) {
    Report(expr.id, "'" + std::string(TypeName(*made)) + "' is not a message type");
    made = &BasicType(TypeKind::kError);
  } else {
    name = well_known ? name : MessageName(*made);
  }
  SetType(expr, made);
  for (const Entry& field : message.fields) CheckField(field, name);
}

void Checker::CheckField(const Entry& entry, std::string_view type) {
  Visit(*entry.value);
  const Type* field = StructField(entry.id, type, entry.field);
  const Type* value = WithoutOptional(*entry.value, TypeOf(*entry.value), entry.optional);
  if (bindings_.Assign(*field, *value)) return;
  Report(entry.id, "expected type of field '" + std::string(entry.field) + "' is '" + Shown(*field) +
                       "' but provided type is '" + Shown(*value) + "'");
}

void Checker::CheckLoop(const Expr& expr, const Comprehension& loop) {
  Visit(*loop.range);
  Visit(*loop.init);
  const Type* range = bindings_.Substitute(*TypeOf(*loop.range), false);
  const Type* accumulator = TypeOf(*loop.init);
  scopes_.Push(loop.accumulator, accumulator);
  AddLoopVariables(loop, *range);
  Visit(*loop.condition);
  Expect(*loop.condition, BasicType(TypeKind::kBool));
  Visit(*loop.step);
  Expect(*loop.step, *accumulator);
  scopes_.Pop(loop.second_variable.empty() ? 1 : 2);
  Visit(*loop.result);
  scopes_.Pop(1);
  SetType(expr, bindings_.Substitute(*TypeOf(*loop.result), false));
}

void Checker::AddLoopVariables(const Comprehension& loop, const Type& range) {
  const Type* first = &BasicType(TypeKind::kDyn);
  const Type* second = first;
  switch (range.kind) {
    case TypeKind::kList:
      first = &BasicType(TypeKind::kInt);
      second = range.parameters[0];
      if (loop.second_variable.empty()) first = second;
      break;
    case TypeKind::kMap:
      first = range.parameters[0];
      second = range.parameters[1];
      break;
    case TypeKind::kDyn:
    case TypeKind::kError:
    case TypeKind::kParameter: bindings_.Assign(BasicType(TypeKind::kDyn), range); break;
    default:
      Report(loop.range->id, "expression of type '" + Shown(range) +
                                 "' cannot be range of a comprehension (must be list, map, or "
                                 "dynamic)");
      first = second = &BasicType(TypeKind::kError);
  }
  scopes_.Push(loop.variable, first);
  if (!loop.second_variable.empty()) scopes_.Push(loop.second_variable, second);
}

void Checker::Expect(const Expr& expr, const Type& type) {
  const Type& found = *TypeOf(expr);
  if (!bindings_.Assign(type, found)) ReportMismatch(expr, type, found);
}

// Resolution of function calls to overloads.

using TypeList = std::vector<const Type*>;

// The types of an overload, with fresh type variables for its type parameters.
class OverloadTypes {
 public:
  OverloadTypes(TypeFactory& types, Bindings& bindings) : types_(types), bindings_(bindings) {}

  const Type* Make(const Type& type) {
    if (type.kind == TypeKind::kParameter) return VariableOf(type.name);
    if (!type.is_generic) return &type;
    TypeList parameters;
    for (const Type* parameter : type.parameters) parameters.push_back(Make(*parameter));
    return types_.Make(type.kind, type.name, parameters);
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

void Checker::Resolve(const Expr& expr, const Function& function, const Expr* target,
                      std::span<const Expr* const> arguments, bool target_is_in_name) {
  TypeList given;
  if (target != nullptr) given.push_back(TypeOf(*target));
  for (const Expr* argument : arguments) given.push_back(TypeOf(*argument));
  Reference reference = {.function = &function, .target_is_in_name = target_is_in_name};
  const Type* result = nullptr;
  for (const Overload& overload : OverloadsOf(function, environment_.edition)) {
    if (overload.is_member != (target != nullptr)) continue;
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

// Resolves a call of && or ||. Returns the type bool; null if an argument is not a bool.
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

}  // namespace

}  // namespace structural::cel
