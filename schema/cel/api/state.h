// What the classes of cel.h have inside.
#pragma once

#include <unordered_set>
#include <utility>

#include "schema/base/arena.h"
#include "schema/cel/api/cel.h"
#include "schema/cel/places.h"
#include "schema/expressions/declared_type.h"

namespace structural::cel {

// Not changed once made.
struct Environment::State {
  std::vector<std::pair<std::string, const Type*>> variables = {};
  const model::Structural* schema = nullptr;  // of self and oldSelf; null: there is none
  SelfOptions self = {};
  std::shared_ptr<const base::Arena> arena = nullptr;  // has what is declared
  const expressions::DeclaredType* declared = nullptr;

  // The variables of programs: self and oldSelf come first.
  std::vector<std::string_view> Names() const;
};

// Not changed once made.
struct Expression::State {
  State(std::string_view text, std::shared_ptr<const Environment::State> of)
      : source(text), environment(std::move(of)) {}

  Source source;
  std::shared_ptr<const Environment::State> environment;
  std::string type = {};
  TypeKind kind = TypeKind::kDyn;
  cost::Range estimate = {};
  std::unordered_set<std::string> names = {};  // of variables that it uses
  std::shared_ptr<const eval::Program> program = nullptr;
  // With CompileOptions::parts:
  Places places = {};
  std::vector<ExpressionPart> parts = {};
  std::vector<std::int64_t> ids = {};  // of nodes, each after those that it is made of
};

}  // namespace structural::cel
