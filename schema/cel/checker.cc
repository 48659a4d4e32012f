#include "schema/cel/checker.h"

#include "schema/cel/operators.h"
#include "schema/cel/validate_literals.h"

namespace structural::cel {
namespace {

constexpr TypeKind kConstantKinds[] = {
    // The elements are in the order of Constant.
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

// Returns the first part of a.b.c.
std::string_view FirstName(const Expr& expr) {
  const Expr* first = &expr;
  while (const Select* select = std::get_if<Select>(&first->node)) first = select->operand;
  return std::get<Ident>(first->node).name;
}

std::string_view WithoutDot(std::string_view name) { return name.starts_with('.') ? name.substr(1) : name; }

}  // namespace

Checker::Checker(const Parsed& parsed, const Source& source, const CheckEnvironment& environment, base::Arena& arena)
    : parsed_(parsed), source_(source), environment_(environment), arena_(arena), types_(arena), bindings_(types_) {
  checked_.types.resize(parsed.places.last() + 1);
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

// A name with dots is first looked up as a whole, then as a field.
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
  const Type* unwrapped = OptionalOf(*type);
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

base::Result<Checked> Check(const Parsed& parsed, const Source& source, const CheckEnvironment& environment,
                            base::Arena& arena) {
  Checker checker(parsed, source, environment, arena);
  checker.Run();
  Checked checked = checker.Take();
  if (checker.exceeded()) {
    return {base::ErrorCode::kLimitExceeded, "a type has more than " + std::to_string(Type::kMaxParts) + " parts"};
  }
  if (!checked.issues.empty()) return checked;
  const Edition& edition = environment.edition;
  ValidateLiterals(parsed, source, edition, checked);
  if (Has(edition, LanguagePart::kFormatChecks)) ValidateFormats(parsed, source, checked);
  return checked;
}

}  // namespace structural::cel
