// Which text of an expression its parts are: `a + b` for the part with the place of `+`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/cel/expr.h"
#include "schema/cel/places.h"
#include "schema/cel/source.h"
#include "schema/cel/syntax/token.h"

namespace structural::cel {

// Not thread-safe. The source and the places are those of the expression, which has no issues, and
// must outlive it.
class Spans {
 public:
  Spans(const Source& source, const Places& places);

  // A part of the source's text: the call of the macro for what a macro makes. Empty where the part
  // has no place. Goes down by recursion, as parsing does.
  std::string_view TextOf(const Expr& expr);

 private:
  using Token = syntax::Token;
  // From a token to another, the last one included. `first` > `last`: none.
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

  const Places& places_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> partners_;  // of brackets: the other one; of others: the token itself
  std::vector<Range> known_;           // by id
};

}  // namespace structural::cel
