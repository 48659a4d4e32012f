// The abstract syntax tree of an expression, like cel-go's: macros are expanded, operators are calls (_+_), and each
// node has an id, which indexes positions, types and costs.
//
// Nodes and texts are in the parser's Arena and immutable after parsing, so threads can share them. Each node has one
// parent, except for arguments that the expansion of a macro uses twice.
//
// Upstream: cel-go common/ast/expr.go (v0.29.2).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace structural::cel {

struct Expr;

struct Null {
  friend bool operator==(Null, Null) = default;
};

struct Bytes {
  std::string_view value;

  friend bool operator==(Bytes, Bytes) = default;
};

using Constant = std::variant<Null, bool, std::int64_t, std::uint64_t, double, std::string_view, Bytes>;

struct Ident {
  std::string_view name;
};

struct Select {
  const Expr* operand;
  std::string_view field;
  bool test_only;  // whether this is has(operand.field)
};

struct Call {
  const Expr* target;  // the operand before the dot in target.function(arguments); null for function(arguments)
  std::string_view function;
  std::span<const Expr* const> arguments;
};

struct List {
  std::span<const Expr* const> elements;
  std::span<const std::int32_t> optional;  // indices of elements written as ?e
};

// An entry of a map, in which `key` is set; or a field of a message, in which `field` is set to its name.
struct Entry {
  std::int64_t id = 0;
  const Expr* key = nullptr;
  std::string_view field = {};
  const Expr* value = nullptr;
  bool optional = false;
};

struct Map {
  std::span<const Entry> entries;
};

struct Message {
  std::string_view type;
  std::span<const Entry> fields;
};

// A loop. The accumulator starts with `init`. For each element of `range`, while `condition` is true, the accumulator
// becomes `step`. The value of the loop is `result`.
struct Comprehension {
  const Expr* range = nullptr;
  std::string_view variable = {};
  std::string_view second_variable = {};  // empty for a loop with one variable
  std::string_view accumulator = {};
  const Expr* init = nullptr;
  const Expr* condition = nullptr;
  const Expr* step = nullptr;
  const Expr* result = nullptr;
};

struct Expr {
  // std::monostate: a node with a syntax error.
  using Node = std::variant<std::monostate, Constant, Ident, Select, Call, List, Map, Message, const Comprehension*>;

  std::int64_t id = 0;
  Node node;
};

// Returns the child nodes of an expression, in the order in which cel-go visits them.
std::vector<const Expr*> PartsOf(const Expr& expr);

// Calls `visit` for each node, in the order in which cel-go visits them: the children before their parent. Recursive.
//
// Upstream: cel-go common/ast/navigable.go (v0.29.2).
void VisitParts(const Expr& expr, const std::function<void(const Expr&)>& visit);

}  // namespace structural::cel
