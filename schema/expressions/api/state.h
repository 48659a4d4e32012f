// The implementation classes of cel.h.
#pragma once

#include <unordered_set>
#include <utility>

#include "schema/base/arena.h"
#include "schema/cel/places.h"
#include "schema/expressions/api/cel.h"
#include "schema/expressions/declared_type.h"

namespace structural::cel {

// Immutable after construction.
struct Environment::State {
  std::vector<std::pair<std::string, const Type*>> variables = {};
  const crd::Structural* schema = nullptr;  // schema of self and oldSelf; may be null
  SelfOptions self = {};
  std::shared_ptr<const base::Arena> arena = nullptr;  // owner of the declared types
  const expressions::DeclaredType* declared = nullptr;

  // Returns the variables of programs: self and oldSelf first.
  std::vector<std::string_view> Names() const;
};

// Immutable after construction.
struct Expression::State {
  State(std::string_view text, std::shared_ptr<const Environment::State> of)
      : source(text), environment(std::move(of)) {}

  Source source;
  std::shared_ptr<const Environment::State> environment;
  std::string type = {};
  TypeKind kind = TypeKind::kDyn;
  cost::Range estimate = {};
  std::unordered_set<std::string> names = {};  // names of the variables that the expression uses
  std::shared_ptr<const eval::Program> program = nullptr;
  // The members below are empty without CompileOptions::parts.
  NodePositions places = {};
  std::vector<ExpressionPart> parts = {};
  std::vector<std::int64_t> ids = {};  // ids of the nodes; a node follows those of its parts
};

}  // namespace structural::cel
