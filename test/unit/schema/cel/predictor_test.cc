// Tests that a shortcut of the predictor has the same result as the full prediction, for any tokens.
#include "schema/cel/syntax/predictor.h"

#include <random>

#include <gtest/gtest.h>

#include "schema/cel/syntax/shortcuts.h"

namespace structural::test {
namespace predictor_test {

using namespace cel::syntax;

constexpr const char* kTokens[] = {
    "==", "in", "<", "&&", "||",  "[",  "]",   "{",    "}", "(", ")", ".",   ",",    "-",     "!", "?",
    ":",  "+",  "*", "1",  "1.5", "1u", "'a'", "b'a'", "a", "a", ".", "`a`", "true", "false", "-",
};

class NoErrors final : public ErrorListener {
 public:
  bool OnSyntaxError(cel::Offset, std::string message) override {
    ADD_FAILURE() << message;
    return false;
  }
};

std::string RandomTokens(std::mt19937& random) {
  std::string text;
  for (int i = 0; i < 6; ++i) text.append(kTokens[random() % std::size(kTokens)]).append(" ");
  return text;
}

// A place in the grammar: the parser has entered `rule` from the first state of the grammar that calls this rule.
// node() is the innermost rule that the parser is in.
class Place {
 public:
  explicit Place(Rule rule) {
    AddBelow(Rule::kStart, cel::syntax::kNoState);
    const TransitionNetwork& network = TransitionNetwork::Cel();
    for (int state = 0; state < network.state_count(); ++state) {
      for (const Transition& way : network.state(static_cast<StateId>(state)).transitions) {
        if (way.type == Transition::kRule && way.rule == rule) {
          AddBelow(rule, static_cast<StateId>(state));
          return;
        }
      }
    }
  }

  const Node* node() const { return last_; }

 private:
  void AddBelow(Rule rule, StateId calling_state) {
    Node* node = arena_.New<Node>();
    node->rule = rule;
    node->parent = last_;
    node->calling_state = calling_state;
    last_ = node;
  }

  base::Arena arena_;
  Node* last_ = nullptr;
};

// Returns the decisions of the grammar that have no sets of lookahead, so that the full prediction must search: 12 of
// 36.
std::vector<StateId> Searched() {
  std::vector<StateId> found;
  const TransitionNetwork& network = TransitionNetwork::Cel();
  for (int i = 0; i < network.state_count(); ++i) {
    const State& state = network.state(static_cast<StateId>(i));
    if (state.IsDecision() && state.lookahead.empty()) found.push_back(static_cast<StateId>(i));
  }
  return found;
}

TEST(TransitionNetwork, HasTheDecisionsThatAntlrSearchesFor) { EXPECT_EQ(12u, Searched().size()); }

// Returns whether the shortcut has a result for the decision. If it has one, expects that the full prediction has the
// same.
bool ExpectSame(const State& decision, const std::string& text, int precedence) {
  const cel::Source source(text);
  NoErrors errors;
  TokenStream tokens(source, errors);
  const Shortcut shortcut = FindShortcut(decision, tokens, precedence);
  if (shortcut.kind == Shortcut::kUnknown) return false;
  const Place place(decision.rule);
  const Prediction prediction = Predictor(tokens).Predict(decision, {place.node(), precedence});
  if (prediction.alternative == 0 && shortcut.kind == Shortcut::kLikely) return true;
  EXPECT_EQ(prediction.alternative, shortcut.alternative)
      << text << " in rule " << static_cast<int>(decision.rule) << ", precedence " << precedence;
  return true;
}

TEST(Shortcut, HasTheResultOfThePrediction) {
  std::mt19937 random(1);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = RandomTokens(random);
    for (const StateId id : Searched()) {
      const State& decision = TransitionNetwork::Cel().state(id);
      const int max = decision.left_recursive && decision.rule != Rule::kMember ? 3 : 0;
      for (int precedence = 0; precedence <= max; ++precedence) {
        compared += ExpectSame(decision, text, precedence);
      }
    }
  }
  EXPECT_GT(compared, 10'000);
}

}  // namespace predictor_test
}  // namespace structural::test
