// Which alternative of a decision the next tokens are of, as ANTLR predicts it: all alternatives
// are followed at once until one is left, first without the rules that called this one, then, where
// that leaves more than one, with them.
//
// Upstream: ANTLR parser_atn_simulator.go, prediction_mode.go (antlr4-go v4.13.1).
#pragma once

#include <optional>

#include "schema/cel/syntax/closure.h"
#include "schema/cel/syntax/token_stream.h"
#include "schema/cel/syntax/tree.h"

namespace structural::cel::syntax {

// Where the parser is.
struct ParserPlace {
  const Node* node;  // the rule that decides, within those that called it
  int precedence;    // of its call, where it is left-recursive
};

struct Prediction {
  int alternative = 0;              // from 1; 0 where none is viable
  const Token* offending = nullptr;  // then: the token that none of them can have
};

// Not thread-safe. Keeps nothing between two predictions.
class Predictor {
 public:
  // What one prediction may look at, in configurations; then it gives the first alternative.
  static constexpr std::size_t kMostConfigurations = 1'000'000;

  explicit Predictor(TokenStream& tokens) : tokens_(tokens), network_(Network::Cel()) {}

  Prediction Predict(const State& decision, const ParserPlace& place);

 private:
  // Configurations after a token; nullopt where there are none.
  using Reached = std::optional<Configurations>;

  struct Run;

  Configurations Start(Run& run, const Stack* stack, bool full) const;
  Configurations FilterPrecedence(Run& run, const Configurations& all) const;
  Reached Reach(Run& run, const Configurations& from, TokenType token) const;
  Prediction WithoutCallers(Run& run);
  Prediction WithCallers(Run& run);
  Prediction NoneViable(const Run& run, const Configurations& last, std::size_t ahead) const;
  const Stack* Callers(Run& run) const;

  TokenStream& tokens_;
  const Network& network_;
};

}  // namespace structural::cel::syntax
