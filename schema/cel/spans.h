// Finds the text of an expression's nodes: `a + b` for the node with the position of `+`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/cel/expr.h"
#include "schema/cel/source.h"
#include "schema/cel/syntax/token.h"

namespace structural::cel {

// Finds the texts of one expression's nodes. Not thread-safe. The constructor's arguments must outlive the object.
// Precondition: the parser found no issues.
class Spans {
 public:
  Spans(const Source& source, const NodePositions& places);

  // Returns the part of the source that `expr` was parsed from. For a node of a macro's expansion, this is the call of
  // the macro. Returns an empty text for a node without a position. Recursive, like Parse.
  std::string_view TextOf(const Expr& expr);

 private:
  using Token = syntax::Token;
  // A range of indices of tokens, from `first` to `last` inclusive. The range is empty if `first` > `last`.
  struct Range {
    std::size_t first = 1;
    std::size_t last = 0;

    bool empty() const { return first > last; }
  };

  Range RangeOf(const Expr& expr);
  Range Find(const Expr& expr);
  Range RangeOfParts(const Expr& expr, std::size_t at);
  Range WithParentheses(Range range) const;
  std::size_t BeginOfOperand(std::size_t before) const;
  std::size_t TokenAt(Offset offset) const;

  const NodePositions& places_;
  std::vector<Token> tokens_;
  // The index of the matching bracket for each bracket; its own index for each other token.
  std::vector<std::size_t> partners_;
  std::vector<Range> ranges_;  // ranges that were computed before, indexed by the ids of nodes
};

}  // namespace structural::cel
