// Types of the parts of an expression, and which functions its calls are.
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

// The types with fields that an expression may have. Thread-safety is the implementation's.
class StructProvider {
 public:
  virtual bool HasStruct(std::string_view name) const = 0;

  // The type of a field; null where there is no such field. It outlives what was checked.
  virtual const Type* FindField(std::string_view name, std::string_view field,
                                const Edition& edition) const = 0;

 protected:
  ~StructProvider() = default;
};

// What expressions are checked in. A value; names and types must outlive what is checked.
struct CheckEnvironment {
  std::map<std::string_view, const Type*> variables = {};
  const StructProvider* structs = nullptr;
  Edition edition = {};
};

// What a name is, or which overloads of a function a call may be.
struct Reference {
  std::string_view name = {};                    // with a dot before it where a loop hides it
  std::vector<std::string_view> overloads = {};
  const Function* function = nullptr;
  bool without_target = false;  // what is before the function is a part of its name
};

// By ids of expressions.
struct Checked {
  std::vector<const Type*> types;  // null where there is none; [0] is of no expression
  std::map<std::int64_t, Reference> references;
  Issues issues;
};

// Not yet: fields of protobuf's own messages, google.protobuf.Duration{seconds: 1}.
//
// Checks what Parse read. Types are in `arena`. Goes down by recursion, and needs kParseStack.
//
// What is wrong is in `issues`, as cel-go says it. Fails with kLimitExceeded where a type has more
// than Type::kMostParts parts; cel-go has no such limit.
base::Result<Checked> Check(const Parsed& parsed, const Source& source,
                            const CheckEnvironment& environment, base::Arena& arena);

}  // namespace structural::cel
