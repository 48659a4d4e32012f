// Finds the text of an expression's nodes: `a + b` for the node with the position of `+`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/cel/expr.h"
#include "schema/cel/source.h"
#include "schema/cel/syntax/token.h"

namespace structural::cel {

// Not thread-safe. The source and the places must outlive it. Precondition: the expression has no issues.
class Spans {
 public:
  Spans(const Source& source, const NodePositions& places);

  // Returns a part of the source's text: for nodes of a macro's expansion, the call of the macro. Empty for a node
  // without a position. Recursive, like Parse.
  std::string_view TextOf(const Expr& expr);

 private:
  using Token = syntax::Token;
  // A range of tokens, including the last. `first` > `last`: empty.
  struct Range {
    std::size_t first = 1;
    std::size_t last = 0;

    bool empty() const { return first > last; }
  };

  Range RangeOf(const Expr& expr);
  Range Find(const Expr& expr);
  Range OfParts(const Expr& expr, std::size_t at);
  Range WithParentheses(Range range) const;
  std::size_t BeginOfOperand(std::size_t before) const;
  std::size_t TokenAt(Offset offset) const;

  const NodePositions& places_;
  std::vector<Token> tokens_;
  // For a bracket, the index of the matching one; for other tokens, their own index.
  std::vector<std::size_t> partners_;
  std::vector<Range> known_;  // ranges that were computed before, by the ids of nodes
};

}  // namespace structural::cel
