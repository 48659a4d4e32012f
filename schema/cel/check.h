// Type checking: the types of an expression's nodes, and the functions that its calls resolve to.
//
// Upstream: cel-go checker/checker.go, checker/env.go (v0.29.2), as
// apiserver/pkg/cel/environment/base.go (0.37) configures it.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/cel/edition.h"
#include "schema/cel/expr.h"
#include "schema/cel/issues.h"
#include "schema/cel/parse.h"
#include "schema/cel/type.h"

namespace structural::cel {

struct Function;

// The struct types of an environment. The implementation defines the thread-safety.
class StructProvider {
 public:
  virtual bool HasStruct(std::string_view name) const = 0;

  // Returns the type of a field, or null if the struct has no such field. The type must outlive the checked expression.
  virtual const Type* FindField(std::string_view name, std::string_view field, const Edition& edition) const = 0;

 protected:
  ~StructProvider() = default;
};

// The environment of a check. A value type; names and types must outlive the checked expression.
struct CheckEnvironment {
  std::map<std::string_view, const Type*> variables = {};
  const StructProvider* structs = nullptr;
  Edition edition = {};
};

// The declarations that a node refers to: for a name, the variable; for a call, the candidate overloads.
struct Reference {
  std::string_view name = {};  // name of the variable; with a leading dot if a loop variable hides it
  std::vector<std::string_view> overloads = {};
  const Function* function = nullptr;
  bool target_is_in_name = false;  // whether the text before the dot belongs to the function's name: `a` of a.f(x)
};

// The result of a type check. The types and the references are indexed by the ids of nodes.
struct Checked {
  std::vector<const Type*> types;  // null for a node without a type; element 0 is unused, because ids begin at 1
  std::map<std::int64_t, Reference> references;
  Issues issues;
};

// Checks the types of a parsed expression, and resolves its names and calls. The types are in `arena`. Recursive: needs
// kParseStack.
//
// Checked::issues has cel-go's messages. Returns kLimitExceeded if a type has more than Type::kMaxTypeNodes parts;
// cel-go has no such limit.
//
// Fields of protobuf's own messages, as in google.protobuf.Duration{seconds: 1}, are not supported.
base::Result<Checked> Check(const Parsed& parsed, const Source& source, const CheckEnvironment& environment,
                            base::Arena& arena);

}  // namespace structural::cel
