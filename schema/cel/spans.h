// Finds the text of an expression's nodes: `a + b` for the node whose position is that of `+`.
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
  // the macro. Returns an empty text for a node without a position. Recursive: needs kParseStack.
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
  Range FindRange(const Expr& expr);
  Range RangeOfParts(const Expr& expr, std::size_t at);
  Range WithMatchingBrackets(Range range) const;
  std::size_t BeginOfOperand(std::size_t before) const;
  std::size_t TokenAt(Offset offset) const;

  const NodePositions& places_;
  std::vector<Token> tokens_;
  // For each token that is a bracket: the index of the matching bracket. For each other token: its own index.
  std::vector<std::size_t> matching_brackets_;
  std::vector<Range> ranges_;  // ranges that were computed before, indexed by the ids of nodes
};

}  // namespace structural::cel
