// Makes the expansions of macros. Each new node has its own id and the place of the macro.
//
// Upstream: cel-go parser/helper.go exprHelper (v0.29.2).
#pragma once

#include "schema/cel/factory.h"
#include "schema/cel/operators.h"

namespace structural::cel {

// Ids are allocated in the order of calls: operands first.
class MacroMaker {
 public:
  MacroMaker(Factory& factory, Offset place) : factory_(factory), place_(place) {}

  // Whether the name is that of the accumulator, now or in earlier versions.
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
  const Expr* Calls(std::string_view function, std::initializer_list<const Expr*> arguments) {
    return factory_.NewCall(Id(), function, {arguments.begin(), arguments.size()});
  }
  const Expr* CallsOn(const Expr* target, std::string_view function,
                      std::initializer_list<const Expr*> arguments = {}) {
    return factory_.NewCall(Id(), function, {arguments.begin(), arguments.size()}, target);
  }
  const Expr* Has(const Expr* operand, std::string_view field) {
    return factory_.New(Id(), Select{operand, field, true});
  }
  const Expr* Copy(const Expr& expr) { return factory_.Copy(expr, place_); }

  // Makes a loop. The default accumulator is the one of all macros.
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

}  // namespace structural::cel
