// A checked expression, prepared to run: names are resolved to slots, calls to functions, and constants are computed.
//
// Upstream: cel-go interpreter/planner.go, interpretable.go, attributes.go (v0.29.2). The costs, and the ids of the
// nodes that they are counted for, depend on the form of cel-go's plan. Therefore this plan has the same form.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "schema/cel/eval/function.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/functions.h"

namespace structural::cel::eval {

struct Node;
struct Attribute;

// A step into a value: a field, a key or an index.
struct Qualifier {
  enum class Kind : std::uint8_t {
    kConstant,
    kAttribute,  // a variable or a part of it, such as x.y; its lookup costs 1
    kComputed,   // another expression
  };

  Kind kind;
  bool optional;
  bool test_only;  // whether this is the field b of has(a.b)
  std::uint32_t id;
  Value constant;
  Attribute* attribute;
};

struct QualifierLink {
  const Qualifier* qualifier;
  QualifierLink* next;
};

// The accumulator or a variable of a loop.
enum class LoopVariable : std::uint8_t { kAccumulator, kFirst, kSecond };

// A variable or another expression, followed by steps into its value: self.a[0].b.
struct Attribute {
  enum class Base : std::uint8_t { kGlobal, kLocal, kOperand, kConditional };

  Base base;
  LoopVariable loop_variable;  // only for kLocal
  std::uint32_t own_id;        // id of the attribute without its qualifiers
  std::uint32_t id;            // cel-go's ID(): the id of the last qualifier
  std::uint32_t slot;          // index of the global variable, or of the loop
  std::string_view name;
  const Node* operand;  // the operand for kOperand, the condition for kConditional
  Attribute* truthy;    // the result if the condition is true; only for kConditional
  Attribute* falsy;
  QualifierLink* first_qualifier;
  QualifierLink* last_qualifier;
};

// The kinds of cost that cel-go counts for calls of standard overloads.
enum class StandardCost : std::uint8_t {
  kOne,
  kTraversalOfFirst,
  kTraversalOfSecond,
  kTraversalOfBoth,
  kTraversalOfSmaller,
  kSizeOfSecond,
  kMatch,
  kSearch,
};

// An overload that a call can resolve to at run time, with its implementation.
struct Candidate {
  const Overload* declared_overload;
  const Implementation* implementation;
};

// A call of a function, with the implementation and the costs that it resolves to.
struct CallPlan {
  std::string_view function;
  std::string_view overload;             // id of the overload; empty if the call has several candidates
  const Overload* declared_overload;     // types that the arguments must have; null if the types are not checked
  const Implementation* implementation;  // null if the call runs one of the candidates
  std::span<const Candidate> candidates;
  CostFunction overload_cost;
  CostFunction function_cost;
  StandardCost standard_cost;
  bool stops_at_first_error;
  bool has_constant_pattern;
};

// A loop, which cel-go calls a fold.
struct FoldPlan {
  const Node* range;
  const Node* initial_accumulator;
  const Node* condition;
  const Node* step;
  const Node* result;
  std::uint32_t slot;
  bool two_variables;
};

enum class Op : std::uint8_t {
  kConstant,
  kAttribute,
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kCall,
  kList,
  kMap,  // arguments are key, value, key, value
  kFold,
  kMembership,  // `in` with a list of constants
  kOptionalOr,
  kOptionalOrValue,
};

struct Node {
  Op op;
  bool test_only;  // whether this is has(a.b); only for kAttribute
  std::uint32_t id;
  Value constant;
  std::span<const Node* const> arguments;
  const bool* optional;  // for each element of kList or entry of kMap: whether it is optional; null if none is
  Attribute* attribute;
  const CallPlan* call;
  const FoldPlan* fold;
  const MapNode* members;  // only for kMembership: the elements of the list
};

// The plan of an expression. All nodes are in an arena.
struct Plan {
  const Node* root = nullptr;
  std::uint32_t id_count = 0;             // the largest id of a node + 1
  std::uint32_t fold_count = 0;           // number of loops
  int minor = kubernetes::kDefaultMinor;  // the minor version of Kubernetes: 1.minor
};

}  // namespace structural::cel::eval
