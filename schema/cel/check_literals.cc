// Type checks of lists, maps, messages and loops.
#include "schema/cel/checker.h"

namespace structural::cel {
namespace {

// Returns the name of a struct, or of the message for a well-known type.
std::string_view MessageName(const Type& type) {
  if (type.kind == TypeKind::kStruct) return type.name;
  return TypeName(type);
}

}  // namespace

// Returns the type of an element or a value; of its content if it is written as ?e.
const Type* Checker::WithoutOptional(const Expr& expr, const Type* type, bool optional) {
  if (!optional) return type;
  const Type* unwrapped = OptionalOf(*type);
  if (unwrapped != nullptr) return unwrapped;
  if (!IsDyn(*type)) ReportMismatch(expr, *types_.Optional(type), *type);
  return type;
}

// Returns the common type of elements. In newer releases, elements of different types are dyn here, and
// ValidateLiterals reports them; older ones report them here.
const Type* Checker::Join(const Expr& expr, const Type* previous, const Type* current) {
  if (previous == nullptr) return current;
  if (bindings_.Assign(*previous, *current)) return &MostGeneral(*previous, *current);
  if (Has(environment_.edition, LanguagePart::kElementChecks)) return &BasicType(TypeKind::kDyn);
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
    type = types_.TypeOf(types_.With(TypeKind::kStruct, name, {}));
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

}  // namespace structural::cel
