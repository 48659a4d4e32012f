// A checked expression, prepared to be run: names are places of variables, calls are functions,
// and constants are computed.
//
// Upstream: cel-go interpreter/planner.go, interpretable.go, attributes.go (v0.29.2). What costs
// are counted for, and by which ids, depends on the shape of cel-go's plan, so this has the same.
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

// What is looked up in a value: a field, an index.
struct Qualifier {
  enum class Kind : std::uint8_t {
    kConstant,
    kAttribute,  // a variable or what is in it, which costs 1
    kComputed,   // another expression
  };

  Kind kind;
  bool optional;
  bool test_only;  // has(a.b)
  std::uint32_t id;
  Value constant;
  Attribute* attribute;
};

struct QualifierLink {
  const Qualifier* qualifier;
  QualifierLink* next;
};

// The accumulator or a variable of a loop.
enum class LocalPart : std::uint8_t { kAccumulator, kFirst, kSecond };

// A value by a path: self.a[0].b.
struct Attribute {
  enum class Base : std::uint8_t { kGlobal, kLocal, kOperand, kConditional };

  Base base;
  LocalPart part;      // of kLocal
  std::uint32_t own_id;
  std::uint32_t id;    // cel-go's ID(): of the last qualifier
  std::uint32_t slot;  // of a global variable, or of a loop
  std::string_view name;
  const Node* operand;  // of kOperand; the condition of kConditional
  Attribute* truthy;    // of kConditional
  Attribute* falsy;
  QualifierLink* first;
  QualifierLink* last;
};

// What cel-go counts for calls of some overloads of its own.
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

struct Candidate {
  const Overload* declared;
  const Implementation* implementation;
};

struct CallPlan {
  std::string_view function;
  std::string_view overload;           // empty where several may be called
  const Overload* declared;            // null where arguments are not guarded
  const Implementation* implementation;  // null where one of the candidates is called
  std::span<const Candidate> candidates;
  Cost overload_cost;
  Cost function_cost;
  StandardCost standard_cost;
  bool variadic;
  bool constant_pattern;
};

struct FoldPlan {
  const Node* range;
  const Node* accumulator;
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
  kMap,           // arguments are key, value, key, value
  kFold,
  kMembership,    // in a list of constants
  kOptionalOr,
  kOptionalOrValue,
};

struct Node {
  Op op;
  bool test_only;  // of kAttribute
  std::uint32_t id;
  Value constant;
  std::span<const Node* const> arguments;
  const bool* optional;  // of kList and kMap, for each element or entry; null where none is
  Attribute* attribute;
  const CallPlan* call;
  const FoldPlan* fold;
  const MapNode* members;  // of kMembership
};

// All of it is in an arena.
struct Plan {
  const Node* root = nullptr;
  std::uint32_t ids = 0;    // one more than the last
  std::uint32_t folds = 0;  // how many
};

}  // namespace structural::cel::eval
