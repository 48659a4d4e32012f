// Predicts the alternative of a decision from the next tokens, like ANTLR. It follows all alternatives at once until
// one is left. It first ignores the callers of the current rule. If several alternatives are left, it repeats the
// search with the callers.
//
// Upstream: ANTLR parser_atn_simulator.go, prediction_mode.go (antlr4-go v4.13.1).
#pragma once

#include <optional>

#include "schema/cel/syntax/closure.h"
#include "schema/cel/syntax/lexer.h"
#include "schema/cel/syntax/tree.h"

namespace structural::cel::syntax {

// The position of the parser.
struct ParserPlace {
  const Node* node;  // node of the current rule; its ancestors are the callers
  int precedence;    // precedence of the rule's call, if the rule is left-recursive
};

struct Prediction {
  int alternative = 0;               // number of the alternative, from 1; 0 if none is viable
  const Token* offending = nullptr;  // if none is viable: the token that does not match
};

// Predicts alternatives for a TreeParser. Not thread-safe. Keeps no state between two predictions.
class Predictor {
 public:
  // Maximum number of configurations for one prediction. Above this limit, the result is the first alternative.
  static constexpr std::size_t kMaxConfigurations = 1'000'000;

  explicit Predictor(TokenStream& tokens) : tokens_(tokens), network_(TransitionNetwork::Cel()) {}

  Prediction Predict(const State& decision, const ParserPlace& place);

 private:
  // The configurations after a token was read; nullopt if no configuration can read it.
  using ReachableConfigurations = std::optional<Configurations>;

  struct Run;

  Configurations StartConfigurations(Run& run, const StackSet* stack, bool has_callers) const;
  Configurations FilterPrecedence(Run& run, const Configurations& all) const;
  ReachableConfigurations ConfigurationsAfterToken(Run& run, const Configurations& from, TokenType token) const;
  Prediction PredictWithoutCallers(Run& run);
  Prediction PredictWithCallers(Run& run);
  Prediction PredictWithoutViableAlternative(const Run& run, const Configurations& last, std::size_t ahead) const;
  const StackSet* CallerStacks(Run& run) const;

  TokenStream& tokens_;
  const TransitionNetwork& network_;
};

}  // namespace structural::cel::syntax
