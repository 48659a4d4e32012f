// The parser: walks the grammar and makes the tree, and goes on after errors as ANTLR does.
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

// When parsing ends early.
struct ParseLimits {
  int depth = 250;           // of one rule within itself
  int reports = 100;         // errors of syntax that are reported
  int recoveries = 30;       // errors that parsing goes on after
  int recovery_tokens = 256;  // that going on after one of them may skip
};

// Takes what is found.
class SyntaxErrors {
 public:
  virtual void OnSyntaxError(Offset at, std::string message) = 0;
  // A limit of depth or of recovery was met; there is no tree.
  virtual void OnLimit(std::string message) = 0;

 protected:
  ~SyntaxErrors() = default;
};

// Parses one source. Not thread-safe. The arena gets the tree, and the parser has its tokens.
class TreeParser final : private ErrorListener {
 public:
  // `exact`: sparing no effort where a shortcut is only likely to predict what ANTLR predicts.
  TreeParser(const Source& source, const ParseLimits& limits, bool exact, SyntaxErrors& errors,
             base::Arena& arena);

  // The tree; null where a limit was met. To be called once.
  const Node* Parse();

  // Whether a prediction was only likely.
  bool guessed() const { return guessed_; }

 private:
  // A rule that is being read.
  struct Call {
    Rule rule;
    Node* parent;
    StateId calling;
    int precedence;  // of what is around it, too, where the rule is not left-recursive
  };

  // Why a rule cannot go on.
  struct Failure {
    std::string message;
    const Token* offending;
  };

  bool OnSyntaxError(Offset at, std::string message) override;
  void Report(std::string message, const Token& offending);
  void Stop(std::string message);

  void Walk();
  bool Decide(const State& state, bool synchronize, int& alternative);
  bool Predict(const State& state, int& alternative);
  bool FailNoViable(const Token& offending);
  bool FailMismatch();
  void Take(const Transition& way);
  void Read(const Transition& way);
  void Restart(const Transition& way);
  void Enter(const Transition& way);
  bool Leave();
  void Deeper();
  void AddPart(Label label, const Token* token, const Node* node);
  Node* NewNode(Rule rule, Node* parent, StateId calling);

  // Recovery.
  void Fail();
  bool Synchronize(const State& state);
  const Token* RecoverInline();
  bool CountRecovery();
  bool DeleteToken();
  bool InsertToken();
  const Token* MissingToken();
  void ReportUnwanted();
  void Consume();
  void Matched();
  void Skip(TokenSet until);
  TokenSet Expected(StateId state) const;
  TokenSet RecoverySet() const;

  static constexpr int kNoBudget = -1;

  const Network& network_;
  ParseLimits limits_;
  bool exact_;
  SyntaxErrors& errors_;
  base::Arena& arena_;
  TokenStream tokens_;
  Predictor predictor_;

  std::vector<Call> calls_;
  std::array<int, kRules> depths_{};
  Node* node_ = nullptr;       // what parts are added to
  StateId at_ = kNoState;      // where the walk is
  StateId state_ = kNoState;   // the last one that an error would be about
  Failure failure_;
  bool stopped_ = false;
  bool guessed_ = false;
  int reports_ = 0;

  bool recovering_ = false;
  int recoveries_ = 0;
  int budget_ = kNoBudget;  // tokens that the recovery under way may still skip
  std::size_t last_error_index_ = static_cast<std::size_t>(-1);
  std::vector<StateId> last_error_states_;
};

}  // namespace structural::cel::syntax
