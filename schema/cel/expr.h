// The abstract syntax of an expression, as cel-go's parser makes it: macros are expanded, operators
// are calls (_+_), and each part has an id, which places, types and costs go by.
//
// Nodes and texts are in the Arena that the parser was given, and are not changed after parsing:
// threads may share them. Nodes point to their parts; a part has one owner, but for the arguments
// of a macro that its expansion names twice.
//
// Upstream: cel-go common/ast/expr.go (v0.29.2).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace structural::cel {

struct Expr;

struct Null {
  friend bool operator==(Null, Null) = default;
};

struct Bytes {
  std::string_view value;

  friend bool operator==(Bytes, Bytes) = default;
};

using Constant =
    std::variant<Null, bool, std::int64_t, std::uint64_t, double, std::string_view, Bytes>;

struct Ident {
  std::string_view name;
};

struct Select {
  const Expr* operand;
  std::string_view field;
  bool test_only;  // has(operand.field)
};

struct Call {
  const Expr* target;  // of target.function(arguments); null for function(arguments)
  std::string_view function;
  std::span<const Expr* const> arguments;
};

struct List {
  std::span<const Expr* const> elements;
  std::span<const std::int32_t> optional;  // indices of the elements written ?e
};

// Of a map; of a message, where a field takes the place of the key.
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

// A loop: the accumulator starts as `init`; while `condition` holds, each element of `range` makes
// it `step`; the value is `result`.
struct Comprehension {
  const Expr* range = nullptr;
  std::string_view variable = {};
  std::string_view second_variable = {};  // empty where there is one variable only
  std::string_view accumulator = {};
  const Expr* init = nullptr;
  const Expr* condition = nullptr;
  const Expr* step = nullptr;
  const Expr* result = nullptr;
};

struct Expr {
  // std::monostate stands for a part that could not be read.
  using Node = std::variant<std::monostate, Constant, Ident, Select, Call, List, Map, Message,
                            const Comprehension*>;

  std::int64_t id = 0;
  Node node;
};

}  // namespace structural::cel
