#include "schema/cel/macros.h"

#include "schema/cel/factory.h"
#include "schema/cel/operators.h"
#include "schema/cel/parse.h"

namespace structural::cel {
namespace {

// Makes the nodes of a macro's expansion. Each new node has its own id, and the position of the macro's call. Operands
// are made before the node that contains them, so their ids are smaller.
//
// Upstream: cel-go parser/helper.go exprHelper (v0.29.2).
class MacroMaker {
 public:
  MacroMaker(Factory& factory, Offset place) : factory_(factory), place_(place) {}

  // Whether the name is the accumulator's name, or `__result__`, its name in earlier versions of cel-go.
  bool IsAccumulator(std::string_view name) const { return name == factory_.accumulator() || name == "__result__"; }

  const Expr* True() { return Literal(true); }
  const Expr* False() { return Literal(false); }
  const Expr* Int(std::int64_t value) { return Literal(value); }
  const Expr* Accumulator() { return Name(factory_.accumulator()); }
  const Expr* Name(std::string_view name) { return factory_.New(Id(), Ident{name}); }
  const Expr* ListOf(std::initializer_list<const Expr*> elements) {
    return factory_.NewList(Id(), {elements.begin(), elements.size()});
  }
  const Expr* EmptyMap() { return factory_.NewMap(Id(), {}); }
  const Expr* Call(std::string_view function, std::initializer_list<const Expr*> arguments) {
    return factory_.NewCall(Id(), function, {arguments.begin(), arguments.size()});
  }
  const Expr* MemberCall(const Expr* target, std::string_view function,
                         std::initializer_list<const Expr*> arguments = {}) {
    return factory_.NewCall(Id(), function, {arguments.begin(), arguments.size()}, target);
  }
  const Expr* Has(const Expr* operand, std::string_view field) {
    return factory_.New(Id(), Select{operand, field, true});
  }
  const Expr* Copy(const Expr& expr) { return factory_.Copy(expr, place_); }

  // Makes a loop. An empty `loop.accumulator` is replaced by Factory::accumulator().
  const Expr* Loop(Comprehension loop) {
    if (loop.accumulator.empty()) loop.accumulator = factory_.accumulator();
    return factory_.NewComprehension(Id(), loop);
  }

 private:
  std::int64_t Id() { return factory_.places().Add(place_); }
  const Expr* Literal(const Constant& value) { return factory_.New(Id(), value); }

  Factory& factory_;
  Offset place_;
};

using Arguments = std::span<const Expr* const>;
using Expander = Expansion (*)(MacroMaker& make, const MacroCall& call);

// The arguments of a macro that makes a loop, split into the loop's variables and the other arguments.
struct Loop {
  Comprehension head;  // a loop of which only the range and the variables are set
  Arguments rest;      // the arguments after the variables
  std::optional<MacroError> error;
};

Expansion Fails(std::int64_t id, std::string message) { return {nullptr, MacroError{id, std::move(message)}}; }

const Ident* AsIdent(const Expr* expr) { return std::get_if<Ident>(&expr->node); }

Loop OneVariable(const MacroMaker& make, const MacroCall& call, const char* no_name) {
  Loop loop = {{.range = call.target}, call.arguments.subspan(1), std::nullopt};
  const Expr* argument = call.arguments[0];
  const Ident* name = AsIdent(argument);
  if (name == nullptr) {
    loop.error = {argument->id, no_name};
  } else if (make.IsAccumulator(name->name)) {
    loop.error = {argument->id, "iteration variable overwrites accumulator variable"};
  } else {
    loop.head.variable = name->name;
  }
  return loop;
}

Loop TwoVariables(const MacroMaker& make, const MacroCall& call) {
  Loop loop = {{.range = call.target}, call.arguments.subspan(2), std::nullopt};
  const Arguments names = call.arguments.first(2);
  for (const Expr* name : names) {
    if (AsIdent(name) != nullptr) continue;
    loop.error = {name->id, "argument must be a simple name"};
    return loop;
  }
  loop.head.variable = AsIdent(names[0])->name;
  loop.head.second_variable = AsIdent(names[1])->name;
  if (loop.head.variable == loop.head.second_variable) {
    loop.error = {names[1]->id, "duplicate variable name: " + std::string(loop.head.variable)};
    return loop;
  }
  for (const Expr* name : names) {
    if (!make.IsAccumulator(AsIdent(name)->name)) continue;
    loop.error = {name->id, "iteration variable overwrites accumulator variable"};
    return loop;
  }
  return loop;
}

Loop ReadLoopVariables(const MacroMaker& make, const MacroCall& call) {
  if (call.arguments.size() == 3) return TwoVariables(make, call);
  return OneVariable(make, call, "argument must be a simple name");
}

Expansion All(MacroMaker& make, const MacroCall& call) {
  Loop loop = ReadLoopVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  loop.head.init = make.True();
  loop.head.condition = make.Call(operators::kNotStrictlyFalse, {make.Accumulator()});
  loop.head.step = make.Call(operators::kLogicalAnd, {make.Accumulator(), loop.rest[0]});
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion Exists(MacroMaker& make, const MacroCall& call) {
  Loop loop = ReadLoopVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  loop.head.init = make.False();
  const Expr* negated = make.Call(operators::kLogicalNot, {make.Accumulator()});
  loop.head.condition = make.Call(operators::kNotStrictlyFalse, {negated});
  loop.head.step = make.Call(operators::kLogicalOr, {make.Accumulator(), loop.rest[0]});
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion ExistsOne(MacroMaker& make, const MacroCall& call) {
  Loop loop = ReadLoopVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  loop.head.init = make.Int(0);
  loop.head.condition = make.True();
  const Expr* more = make.Call(operators::kAdd, {make.Accumulator(), make.Int(1)});
  loop.head.step = make.Call(operators::kConditional, {loop.rest[0], more, make.Accumulator()});
  loop.head.result = make.Call(operators::kEquals, {make.Accumulator(), make.Int(1)});
  return {make.Loop(loop.head), std::nullopt};
}

// Returns the step of a loop that runs `step` only for elements for which `filter` is true. Returns `step` if `filter`
// is null.
const Expr* Filtered(MacroMaker& make, const Expr* filter, const Expr* step) {
  if (filter == nullptr) return step;
  return make.Call(operators::kConditional, {filter, step, make.Accumulator()});
}

const Expr* FilterOf(const Loop& loop) { return loop.rest.size() == 2 ? loop.rest[0] : nullptr; }

const Expr* Appended(MacroMaker& make, const Expr* element) {
  return make.Call(operators::kAdd, {make.Accumulator(), make.ListOf({element})});
}

Expansion MapTo(MacroMaker& make, const MacroCall& call) {
  Loop loop = OneVariable(make, call, "argument is not an identifier");
  if (loop.error) return {nullptr, loop.error};
  loop.head.init = make.ListOf({});
  loop.head.condition = make.True();
  loop.head.step = Filtered(make, FilterOf(loop), Appended(make, loop.rest.back()));
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion Filter(MacroMaker& make, const MacroCall& call) {
  Loop loop = OneVariable(make, call, "argument is not an identifier");
  if (loop.error) return {nullptr, loop.error};
  loop.head.init = make.ListOf({});
  loop.head.condition = make.True();
  loop.head.step = Filtered(make, loop.rest[0], Appended(make, call.arguments[0]));
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion ExpandHas(MacroMaker& make, const MacroCall& call) {
  const Expr* argument = call.arguments[0];
  const Select* select = std::get_if<Select>(&argument->node);
  if (select == nullptr) return Fails(argument->id, "invalid argument to has() macro");
  return {make.Has(select->operand, select->field), std::nullopt};
}

constexpr std::string_view kMapInsert = "cel.@mapInsert";

Expansion TransformList(MacroMaker& make, const MacroCall& call) {
  Loop loop = TwoVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  loop.head.step = Filtered(make, FilterOf(loop), Appended(make, loop.rest.back()));
  loop.head.init = make.ListOf({});
  loop.head.condition = make.True();
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion Inserted(MacroMaker& make, Loop& loop, const Expr* inserted) {
  loop.head.step = Filtered(make, FilterOf(loop), inserted);
  loop.head.init = make.EmptyMap();
  loop.head.condition = make.True();
  loop.head.result = make.Accumulator();
  return {make.Loop(loop.head), std::nullopt};
}

Expansion TransformMap(MacroMaker& make, const MacroCall& call) {
  Loop loop = TwoVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  const Expr* inserted = make.Call(kMapInsert, {make.Accumulator(), make.Name(loop.head.variable), loop.rest.back()});
  return Inserted(make, loop, inserted);
}

Expansion TransformMapEntry(MacroMaker& make, const MacroCall& call) {
  Loop loop = TwoVariables(make, call);
  if (loop.error) return {nullptr, loop.error};
  const Expr* inserted = make.Call(kMapInsert, {make.Accumulator(), loop.rest.back()});
  return Inserted(make, loop, inserted);
}

// Expands list.sortBy(e, key) to list.@sortByAssociatedKeys(list.map(e, key)). To evaluate `list` only once, the
// expansion is a loop over an empty list, and its accumulator is initialized with `list`.
Expansion SortBy(MacroMaker& make, const MacroCall& call) {
  constexpr std::string_view kInput = "@__sortBy_input__";
  const auto& node = call.target->node;
  const bool no_list = std::holds_alternative<Constant>(node) || std::holds_alternative<Map>(node) ||
                       std::holds_alternative<Message>(node) || std::holds_alternative<std::monostate>(node);
  const Expr* step = make.Name(kInput);
  if (no_list) {
    return Fails(call.target->id,
                 "sortBy can only be applied to a list, identifier, comprehension, call or select "
                 "expression");
  }
  MacroCall keys = call;
  keys.target = make.Name(kInput);
  const Expansion mapped = MapTo(make, keys);
  if (mapped.error) return mapped;
  Comprehension loop = {.variable = "#unused", .accumulator = kInput, .init = call.target};
  loop.step = step;
  loop.result = make.MemberCall(make.Name(kInput), "@sortByAssociatedKeys", {mapped.expr});
  loop.range = make.ListOf({});
  loop.condition = make.False();
  return {make.Loop(loop), std::nullopt};
}

// Returns an expression whose result is the macro's second argument, in which the variable `name` has the value of the
// optional `call.target`. The variable is the accumulator of a loop over an empty list.
const Expr* WithValue(MacroMaker& make, const MacroCall& call, std::string_view name) {
  Comprehension loop = {.range = make.ListOf({}), .variable = "#unused", .accumulator = name};
  loop.init = make.MemberCall(make.Copy(*call.target), "value");
  loop.condition = make.False();
  loop.step = make.Name(name);
  loop.result = call.arguments[1];
  return make.Loop(loop);
}

Expansion OptionalMap(MacroMaker& make, const MacroCall& call, bool flat) {
  const Ident* name = AsIdent(call.arguments[0]);
  if (name == nullptr) {
    return Fails(call.arguments[0]->id, std::string(call.function) + "() variable name must be a simple identifier");
  }
  const Expr* has_value = make.MemberCall(call.target, "hasValue");
  const Expr* value = WithValue(make, call, name->name);
  if (!flat) value = make.Call("optional.of", {value});
  const Expr* none = make.Call("optional.none", {});
  return {make.Call(operators::kConditional, {has_value, value, none}), std::nullopt};
}

Expansion OptMap(MacroMaker& make, const MacroCall& call) { return OptionalMap(make, call, false); }
Expansion OptFlatMap(MacroMaker& make, const MacroCall& call) { return OptionalMap(make, call, true); }

struct Macro {
  std::string_view function;
  std::size_t arguments;
  bool has_target;
  MacroSet set;
  Expander expand;
};

constexpr Macro kMacros[] = {
    {"has", 1, false, kStandardMacros, ExpandHas},
    {"all", 2, true, kStandardMacros, All},
    {"exists", 2, true, kStandardMacros, Exists},
    {"exists_one", 2, true, kStandardMacros, ExistsOne},
    {"existsOne", 2, true, kExistsOneMacro, ExistsOne},
    {"map", 2, true, kStandardMacros, MapTo},
    {"map", 3, true, kStandardMacros, MapTo},
    {"filter", 2, true, kStandardMacros, Filter},
    {"sortBy", 2, true, kListMacros, SortBy},
    {"optMap", 2, true, kOptionalMacros, OptMap},
    {"optFlatMap", 2, true, kOptionalFlatMacro, OptFlatMap},
    {"all", 3, true, kTwoVariableMacros, All},
    {"exists", 3, true, kTwoVariableMacros, Exists},
    {"existsOne", 3, true, kTwoVariableMacros, ExistsOne},
    {"exists_one", 3, true, kTwoVariableMacros, ExistsOne},
    {"transformList", 3, true, kTwoVariableMacros, TransformList},
    {"transformList", 4, true, kTwoVariableMacros, TransformList},
    {"transformMap", 3, true, kTwoVariableMacros, TransformMap},
    {"transformMap", 4, true, kTwoVariableMacros, TransformMap},
    {"transformMapEntry", 3, true, kTwoVariableMacros, TransformMapEntry},
    {"transformMapEntry", 4, true, kTwoVariableMacros, TransformMapEntry},
};

}  // namespace

std::optional<Expansion> ExpandMacro(const MacroCall& call, unsigned macros, Factory& factory) {
  for (const Macro& macro : kMacros) {
    if ((macros & macro.set) == 0 || macro.function != call.function) continue;
    if (macro.arguments != call.arguments.size()) continue;
    if (macro.has_target != (call.target != nullptr)) continue;
    MacroMaker make(factory, factory.places().Find(call.id));
    return macro.expand(make, call);
  }
  return std::nullopt;
}

}  // namespace structural::cel
