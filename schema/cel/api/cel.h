// Expressions in CEL for programs that use the library: compile once, evaluate on many threads.
//
//   cel::Environment environment;
//   environment.Declare("replicas", cel::BasicType(cel::TypeKind::kInt));
//   const cel::Compilation compiled = environment.Compile("replicas * 2 < 10");
//   if (!compiled.ok()) return Refuse(compiled.error);
//   cel::Evaluation evaluation;  // one for each thread
//   const cel::Result& result = evaluation.Run(*compiled.expression, bindings);
//
// Syntax, types, functions, costs and the texts of errors are those of Kubernetes 1.37 (cel-go
// 0.29.2 with Kubernetes' libraries).
//
// Upstream: apiserver/pkg/cel/environment/base.go (0.37), cel-go cel/env.go, cel/program.go.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/cel/edition.h"
#include "schema/cel/cost/range.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/issues.h"
#include "schema/cel/type.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cel {

// A part of an expression as it is written, with what it may cost. Parts that a macro adds belong
// to the macro's call; a macro that writes a part twice adds up both.
struct ExpressionPart {
  std::string_view text;  // of Expression::text()
  Location at;            // of its beginning
  int depth = 0;          // how many of the parts it is in; the parts before it say which
  // Of all times that one evaluation of the expression comes to it, the parts in it included.
  cost::Range estimate;
  std::vector<std::int64_t> ids;  // of the nodes that are in no part of it
};

// A compiled expression. Immutable, and cheap to copy: threads may share it. Owns all that it needs
// but the schema of `self`.
class Expression {
 public:
  const std::string& text() const;  // with U+FFFD for what is not UTF-8

  // "bool", "list(string)": that of its values.
  const std::string& type() const;
  TypeKind kind() const;

  // What one evaluation may cost, for values as large as the environment allows.
  cost::Range estimate() const;

  // Whether the variable is named in it.
  bool Uses(std::string_view variable) const;

  // As it is written, each part before those in it. Empty without CompileOptions::parts.
  std::span<const ExpressionPart> parts() const;

 private:
  friend class Environment;
  friend class Evaluation;
  struct State;

  explicit Expression(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

// The answer of Environment::Compile.
struct Compilation {
  std::optional<Expression> expression;  // nullopt: it does not compile
  // Why, as cel-go prints it, with the expression's lines. A server puts "compilation failed: " or,
  // where there are no issues, "program instantiation failed: " before it.
  std::string error;
  std::vector<Issue> issues;  // the same, in the order of their places; the first ones of many
  std::size_t issue_count = 0;

  bool ok() const { return expression.has_value(); }
};

struct CompileOptions {
  bool parts = false;   // with Expression::parts()
  Edition edition = {};  // the release whose functions there are, and whether the expression is stored
};

// `self` and `oldSelf` of a rule.
struct SelfOptions {
  bool is_resource = false;        // a custom resource: with apiVersion, kind and metadata
  bool optional_old_self = false;  // `oldSelf` is optional, as with optionalOldSelf of a rule
};

// The variables of expressions. Kubernetes' standard environment without variables, at first.
// Copies are cheap. Thread-safe while nothing is declared.
class Environment {
 public:
  struct State;  // of the implementation

  Environment();

  // `self` and `oldSelf` of the type that a structural schema has. kInvalidInput where expressions
  // do not see values of the schema. The schema must outlive the environment and its expressions.
  // Goes down the schema by recursion.
  base::Status DeclareSelf(const model::Structural& schema, const SelfOptions& options = {});

  // A variable of a type that outlives the environment, such as BasicType(TypeKind::kDyn). Takes
  // the place of one of the same name. Expressions that are there already do not change.
  void Declare(std::string name, const Type& type);

  // Takes time linear in the text, but for optMap and optFlatMap, which write their target twice:
  // an expression has at most kMostNodes parts, and a text 100,000 characters. Goes down by
  // recursion, and needs kParseStack (1 MiB; 120 KiB are used of an optimized program). Pure.
  Compilation Compile(std::string_view text, const CompileOptions& options = {}) const;

 private:
  friend class Expression;

  std::shared_ptr<const State> state_;
};

// The value of a variable, as JSON. That of `self` is read by its schema. A value of another type
// than its variable is an error when it is used. Nothing is copied: it must outlive the result.
struct Binding {
  std::string_view variable;
  json::Value value;
};

struct Limits {
  std::uint64_t cost = eval::kPerCallLimit;       // of Kubernetes, for one call
  const std::atomic<bool>* cancelled = nullptr;   // looked at in loops; null: never
};

// The answer of Evaluation::Run.
struct Result {
  eval::Value value = {};  // in the memory of the evaluation; null where there is an error
  std::string error = {};  // why there is none, in cel-go's words
  Location at = {};        // of the error, if it is known and the run was traced
  std::uint64_t cost = 0;  // also of a run with an error
  bool cancelled = false;

  bool ok() const { return error.empty(); }
};

// Runs expressions, and keeps its memory from one run to the next. Not thread-safe: one for each
// thread. Memory: what the values of one run take, which the cost limits, and kept buffers.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // With `trace`, the next runs record what each part costs. Precondition of traced runs: all are
  // of one expression, which has parts().
  void set_trace(bool trace);

  // A variable without a binding has no value, which is an error when it is used; optional oldSelf
  // is then optional.none(). Takes time linear in the cost, but for functions and equality of data.
  // Goes down by recursion, and needs kParseStack; dyn values of JSON are made by recursion, too.
  // The result lives until the next run; until then, the expression's memory is kept, too.
  const Result& Run(const Expression& expression, std::span<const Binding> bindings,
                    const Limits& limits = {});

  // What each of Expression::parts() did cost in the traced runs since set_trace, the parts in it
  // included.
  std::vector<std::uint64_t> Costs(const Expression& expression) const;

  // The last result's value. Both are kLimitExceeded above `most_bytes`, as values may have a part
  // many times. Go down the value by recursion.
  //
  // As literals of CEL and calls that make the value: [1u, b"\x00", duration("1h0m0s")].
  base::Result<std::string> Text(std::size_t most_bytes) const;
  // As eval::AppendValue has it: {"uint":1}.
  base::Result<std::string> Json(std::size_t most_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::cel
