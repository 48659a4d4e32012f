// The parser: follows the grammar, makes the parse tree, and recovers from errors like ANTLR.
//
// Upstream: cel-go parser/parser.go, parser/gen/cel_parser.go (v0.29.2); ANTLR parser.go,
// error_strategy.go (antlr4-go v4.13.1).
#pragma once

#include <array>
#include <string>

#include "schema/base/arena.h"
#include "schema/cel/syntax/predictor.h"
#include "schema/cel/syntax/shortcuts.h"

namespace structural::cel::syntax {

// Limits at which parsing ends.
struct ParseLimits {
  int max_depth = 250;            // maximum nesting of one rule
  int max_reports = 100;          // maximum number of syntax errors that are reported
  int max_recoveries = 30;        // maximum number of errors that the parser recovers from
  int max_recovery_tokens = 256;  // maximum number of tokens that one recovery can skip
};

// Receives the syntax errors of a TreeParser.
class SyntaxErrors {
 public:
  virtual void OnSyntaxError(Offset at, std::string message) = 0;
  // Called if a limit of depth or recovery is exceeded; Parse then returns null.
  virtual void OnLimit(std::string message) = 0;

 protected:
  ~SyntaxErrors() = default;
};

// Parses one source. Not thread-safe. The tree is in the arena, and its tokens belong to the parser.
class TreeParser final : private ErrorListener {
 public:
  // `exact`: whether to predict without the shortcuts whose result can differ from ANTLR's prediction.
  TreeParser(const Source& source, const ParseLimits& limits, bool exact, SyntaxErrors& errors, base::Arena& arena);

  // Returns the tree; null if a limit was exceeded. Must be called once.
  const Node* Parse();

  // Whether a shortcut was used whose result can differ from ANTLR's prediction.
  bool used_likely_shortcut() const { return used_likely_shortcut_; }

 private:
  // A rule in progress.
  struct Call {
    Rule rule;
    Node* parent;           // the caller's node; null for the rule at which parsing began
    StateId calling_state;  // the state of the caller that called the rule
    int precedence;         // precedence of the call; that of its caller if the rule is not left-recursive
  };

  // The reason why a rule cannot continue.
  struct Failure {
    std::string message;
    const Token* offending;
  };

  bool OnSyntaxError(Offset at, std::string message) override;
  void Report(std::string message, const Token& offending);
  void StopAtLimit(std::string message);

  void Walk();
  bool ChooseAlternative(const State& state, bool synchronize, int& alternative);
  bool PredictAlternative(const State& state, int& alternative);
  bool FailWithoutViableAlternative(const Token& offending);
  bool FailMismatch();
  void FollowTransition(const Transition& transition);
  void ReadToken(const Transition& transition);
  void BeginLeftRecursion(const Transition& transition);
  void EnterRule(const Transition& transition);
  bool LeaveRule();
  void CountDepth();
  void AddPart(Label label, const Token* token, const Node* node);
  Node* NewNode(Rule rule, Node* parent, StateId calling_state);

  void RecoverFromFailure();
  bool Synchronize(const State& state);
  const Token* RecoverInline();
  bool CountRecovery();
  bool DeleteToken();
  bool InsertToken();
  const Token* MissingToken();
  void ReportUnwanted();
  void Consume();
  void EndRecovery();
  void SkipUntil(TokenSet until);
  TokenSet ExpectedTokens(StateId state) const;
  TokenSet RecoveryTokens() const;

  static constexpr int kNoRecovery = -1;

  const TransitionNetwork& network_;
  ParseLimits limits_;
  bool avoids_likely_shortcuts_;
  SyntaxErrors& errors_;
  base::Arena& arena_;
  TokenStream tokens_;
  Predictor predictor_;

  std::vector<Call> calls_;
  std::array<int, kRuleCount> depth_of_rule_{};
  Node* node_ = nullptr;            // the node that parts are added to
  StateId state_ = kNoState;        // current state
  StateId error_state_ = kNoState;  // the state that errors report, and that recovery starts from
  Failure failure_;
  bool stopped_ = false;
  bool used_likely_shortcut_ = false;
  int report_count_ = 0;

  bool recovering_ = false;  // whether no token matched since the last error; true: errors are not reported
  int recovery_count_ = 0;
  int recovery_tokens_left_ = kNoRecovery;  // number of tokens that the current recovery can still skip
  std::size_t last_error_index_ = static_cast<std::size_t>(-1);
  std::vector<StateId> last_error_states_;
};

}  // namespace structural::cel::syntax
