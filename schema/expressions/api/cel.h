// CEL expressions for programs that use the library: compile once, evaluate on several threads.
//
//   cel::Environment environment;
//   environment.Declare("replicas", cel::BasicType(cel::TypeKind::kInt));
//   const cel::Compilation compiled = environment.Compile("replicas * 2 < 10");
//   if (!compiled.ok()) return Refuse(compiled.error);
//   cel::Evaluation evaluation;  // one for each thread
//   const cel::Result& result = evaluation.Run(*compiled.expression, bindings);
//
// Syntax, types, functions, costs and error messages are those of Kubernetes 1.37 (cel-go 0.29.2 with Kubernetes'
// libraries).
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

#include "schema/cel/cost/range.h"
#include "schema/cel/edition.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/issues.h"
#include "schema/cel/type.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cel {

// A part of an expression's text, and its estimated cost. Nodes that a macro adds belong to the macro's call. If a
// macro repeats a part, the costs of all copies are added.
struct ExpressionPart {
  std::string_view text;  // a part of Expression::text()
  Location at;            // position of the beginning
  int depth = 0;          // number of enclosing parts
  // Estimated cost of all evaluations of this part in one evaluation of the expression, including the parts inside it.
  cost::Range estimate;
  std::vector<std::int64_t> ids;  // ids of the nodes in this part that are not in a part inside it
};

// A compiled expression. Immutable and cheap to copy, so threads can share it. Owns everything it needs except the
// schema of `self`.
class Expression {
 public:
  const std::string& text() const;  // bytes that are not UTF-8 are U+FFFD

  // Returns the type of the result, such as "bool" or "list(string)".
  const std::string& type() const;
  TypeKind kind() const;

  // Returns the estimated cost of one evaluation, for the largest values that the environment allows.
  cost::Range estimate() const;

  // Whether the expression refers to the variable.
  bool Uses(std::string_view variable) const;

  // Returns the parts in the order of the text. A part precedes the parts inside it. Returns no parts if
  // CompileOptions::parts was false.
  std::span<const ExpressionPart> parts() const;

 private:
  friend class Environment;
  friend class Evaluation;
  struct State;

  explicit Expression(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

// The result of Environment::Compile.
struct Compilation {
  std::optional<Expression> expression;  // nullopt if the expression does not compile
  // The errors as cel-go prints them, with lines of the expression. An API server prints them after
  // "compilation failed: " or, if `issues` is empty, after "program instantiation failed: ".
  std::string error;
  std::vector<Issue> issues;    // the first Issues::kMaxKept errors, sorted by position
  std::size_t issue_count = 0;  // number of all errors

  bool ok() const { return expression.has_value(); }
};

struct CompileOptions {
  bool parts = false;    // whether to fill Expression::parts()
  Edition edition = {};  // the release whose functions are available, and whether the expression is stored
};

// Options for `self` and `oldSelf` of a rule.
struct SelfOptions {
  bool is_resource = false;        // whether `self` has apiVersion, kind and metadata
  bool optional_old_self = false;  // whether `oldSelf` is optional: optionalOldSelf of the rule
};

// Kubernetes' standard environment for expressions, with the variables that were declared. A new Environment has no
// variables. Copies are cheap. Thread-safe while no variable is being declared.
class Environment {
 public:
  struct State;  // implementation detail

  Environment();

  // Declares `self` and `oldSelf` with the type of a structural schema. Returns kInvalidInput if expressions cannot
  // access values of the schema. The schema must outlive the environment and its expressions. Recursive: needs stack
  // for each level of the schema.
  base::Status DeclareSelf(const crd::Structural& schema, const SelfOptions& options = {});

  // Declares a variable, or replaces one of the same name. The type must outlive the environment;
  // BasicType(TypeKind::kDyn) is static. Expressions that are already compiled do not change.
  void Declare(std::string name, const Type& type);

  // Compiles an expression. Takes time linear in the text, except for optMap and optFlatMap, which expand their target
  // twice. Therefore an expression is limited to kMaxNodes nodes, and a text to 100,000 characters. Recursive: needs
  // kParseStack (1 MiB; an optimized program uses 120 KiB). Pure.
  Compilation Compile(std::string_view text, const CompileOptions& options = {}) const;

 private:
  friend class Expression;

  std::shared_ptr<const State> state_;
};

// The value of a variable as JSON. The values of `self` and `oldSelf` are read by the schema of `self`. A value whose
// type differs from that of the variable is an error when the expression uses it. Not copied: the value must outlive
// the result.
struct Binding {
  std::string_view variable;
  json::Value value;
};

struct Limits {
  std::uint64_t cost = eval::kPerCallLimit;      // Kubernetes' limit for one call
  const std::atomic<bool>* cancelled = nullptr;  // checked in loops; may be null
};

// The result of Evaluation::Run.
struct Result {
  eval::Value value = {};  // value in the memory of the Evaluation; null after an error
  std::string error = {};  // cel-go's error message; empty if the run succeeded
  Location at = {};        // position of the error; kNoLocation if the run is not traced or the position is unknown
  std::uint64_t cost = 0;  // actual cost, even after an error
  bool cancelled = false;  // whether Limits::cancelled ended the run

  bool ok() const { return error.empty(); }
};

// Evaluates expressions, and reuses its memory for the next run. Not thread-safe: each thread needs its own Evaluation.
// It holds buffers and the values of the last run. The cost limit of a run also limits the number of its values.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  // If `trace` is true, the next runs are traced: they record the cost of each part. Precondition: all traced runs
  // evaluate the same expression, which was compiled with CompileOptions::parts.
  void set_trace(bool trace);

  // Evaluates the expression. Using a variable without a binding is an error; an optional `oldSelf` without a binding
  // is optional.none(). Takes time linear in the cost, except in functions and in equality of JSON values. Recursive:
  // needs kParseStack, and more for deep values of type dyn. The result is valid until the next run. Until then, the
  // Evaluation also shares ownership of the expression.
  const Result& Run(const Expression& expression, std::span<const Binding> bindings, const Limits& limits = {});

  // Returns the cost of each element of Expression::parts() in all traced runs since set_trace, including the parts
  // inside it. Returns zeros if the runs are not traced.
  std::vector<std::uint64_t> Costs(const Expression& expression) const;

  // Prints the value of the last result as CEL literals and calls: [1u, b"\x00", duration("1h0m0s")]. Returns
  // kLimitExceeded if the text has more than `max_bytes` bytes, because a small value can refer to the same part many
  // times. Recursive: needs stack for each level of the value.
  base::Result<std::string> Text(std::size_t max_bytes) const;
  // Like Text, but prints the JSON of eval::AppendValue: {"uint":1}.
  base::Result<std::string> Json(std::size_t max_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::cel
