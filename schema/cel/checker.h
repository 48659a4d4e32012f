// The implementation of Check (check.h).
//
// Upstream: cel-go checker/checker.go (v0.29.2).
#pragma once

#include <optional>
#include <string>

#include "schema/cel/bindings.h"
#include "schema/cel/check.h"
#include "schema/cel/functions.h"
#include "schema/cel/scopes.h"

namespace structural::cel {

// Checks one expression. Not thread-safe.
class Checker {
 public:
  Checker(const Parsed& parsed, const Source& source, const CheckEnvironment& environment, base::Arena& arena);

  // Must be called once. Precondition: the expression has no issues.
  void Run();

  bool exceeded() const { return types_.exceeded(); }
  Checked Take() { return std::move(checked_); }

 private:
  // The meaning of a name outside of all loops.
  struct Global {
    std::string name;
    const Type* type;
  };

  void Visit(const Expr& expr);
  void CheckIdent(const Expr& expr, std::string_view name);
  void CheckSelect(const Expr& expr, const Select& select);
  void CheckOptionalSelect(const Expr& expr, const Call& call);
  const Type* FieldType(const Expr& expr, const Expr& operand, std::string_view field, bool optional);
  const Function* Declared(std::string_view name) const;
  void CheckCall(const Expr& expr, const Call& call);
  void Resolve(const Expr& expr, const Function& function, const Expr* target, std::span<const Expr* const> arguments,
               bool without_target);
  const Type* ResolveLogical(const Function& function, const Overload& overload, std::span<const Expr* const> arguments,
                             Reference& reference);
  const Type* TryOverload(const Overload& overload, std::span<const Type* const> arguments);
  void CheckList(const Expr& expr, const List& list);
  void CheckMap(const Expr& expr, const Map& map);
  void CheckMessage(const Expr& expr, const Message& message);
  void CheckField(const Entry& entry, std::string_view type);
  void CheckLoop(const Expr& expr, const Comprehension& loop);
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
  // Returns the type for an error message; empty if no further issues are kept, because types can be large.
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

}  // namespace structural::cel
