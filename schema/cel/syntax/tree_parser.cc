#include "schema/cel/syntax/tree_parser.h"

#include <algorithm>
#include <cassert>

#include "schema/base/utf8.h"

namespace structural::cel::syntax {
namespace {

// Returns the kind of a new node. A node of the left-recursive rule kMember begins as the rule's first alternative.
NodeKind FirstKind(Rule rule) { return rule == Rule::kMember ? NodeKind::kPrimaryExpr : NodeKind::kRule; }

}  // namespace

TreeParser::TreeParser(const Source& source, const ParseLimits& limits, bool exact, SyntaxErrors& errors,
                       base::Arena& arena)
    : network_(TransitionNetwork::Cel()),
      limits_(limits),
      avoids_likely_shortcuts_(exact),
      errors_(errors),
      arena_(arena),
      tokens_(source, *this),
      predictor_(tokens_) {}

const Node* TreeParser::Parse() {
  Node* start = NewNode(Rule::kStart, nullptr, kNoState);
  calls_.push_back({Rule::kStart, nullptr, kNoState, 0});
  node_ = start;
  state_ = network_.start(Rule::kStart);
  CountDepth();
  Walk();
  return stopped_ ? nullptr : start;
}

bool TreeParser::OnSyntaxError(Offset at, std::string message) {
  if (stopped_) return false;
  if (report_count_++ < limits_.max_reports) {
    errors_.OnSyntaxError(at, std::move(message));
    return true;
  }
  errors_.OnSyntaxError(at, "More than " + std::to_string(limits_.max_reports) + " syntax errors");
  stopped_ = true;
  return false;
}

void TreeParser::StopAtLimit(std::string message) {
  if (!stopped_) errors_.OnLimit(std::move(message));
  stopped_ = true;
}

void TreeParser::Walk() {
  bool looped = false;  // whether Synchronize was just called at the end of a loop's body
  while (!stopped_) {
    const State& state = network_.state(state_);
    if (state.type == State::kRuleStop) {
      if (!LeaveRule()) return;
      continue;
    }
    if (state.type == State::kStarBack) {
      error_state_ = state_;
      looped = true;
      if (!Synchronize(state)) {
        RecoverFromFailure();
        continue;
      }
    }
    int alternative = 1;
    if (state.IsDecision() || state.type == State::kPlusStart) {
      if (!looped) error_state_ = state_;
      const bool decided = ChooseAlternative(state, !looped, alternative);
      looped = false;
      if (!decided) {
        RecoverFromFailure();
        continue;
      }
    }
    if (state.left_recursive && alternative == 1) --depth_of_rule_[static_cast<int>(state.rule)];
    FollowTransition(state.transitions[alternative - 1]);
  }
}

// Chooses the alternative of a decision. Returns false if the current rule cannot continue; failure_ then has the
// reason.
bool TreeParser::ChooseAlternative(const State& state, bool synchronize, int& alternative) {
  if (synchronize && !Synchronize(state)) return false;
  if (!state.IsDecision()) return true;
  if (state.lookahead.empty()) return PredictAlternative(state, alternative);
  const TokenType type = tokens_.Type();
  const int count = static_cast<int>(state.transitions.size());
  for (alternative = 1; alternative <= count; ++alternative) {
    if (state.lookahead[alternative - 1].Has(type)) return true;
  }
  // A loop or an optional part can be skipped; otherwise an alternative must match.
  const bool may_skip =
      network_.state(state.transitions.back().target).type == State::kBlockEnd || state.type != State::kBlockStart;
  if (!may_skip) return FailWithoutViableAlternative(tokens_.Ahead(1));
  alternative = count;
  return true;
}

bool TreeParser::PredictAlternative(const State& state, int& alternative) {
  const int precedence = calls_.back().precedence;
  const Shortcut shortcut = FindShortcut(state, tokens_, precedence);
  const bool likely = shortcut.kind == Shortcut::kLikely;
  if (shortcut.kind == Shortcut::kCertain || (likely && !avoids_likely_shortcuts_)) {
    alternative = shortcut.alternative;
    used_likely_shortcut_ = used_likely_shortcut_ || likely;
    return true;
  }
  const Prediction prediction = predictor_.Predict(state, {node_, precedence});
  alternative = prediction.alternative;
  return alternative != 0 || FailWithoutViableAlternative(*prediction.offending);
}

void TreeParser::FollowTransition(const Transition& transition) {
  switch (transition.type) {
    case Transition::kEpsilon:
      if (transition.kind != NodeKind::kRule) node_->kind = transition.kind;
      state_ = transition.target;
      return;
    case Transition::kTokens: return ReadToken(transition);
    case Transition::kRule: return EnterRule(transition);
    case Transition::kPrecedence: return BeginLeftRecursion(transition);
  }
}

void TreeParser::ReadToken(const Transition& transition) {
  error_state_ = state_;
  const Token* token = &tokens_.Ahead(1);
  if (transition.tokens.Has(token->type)) {
    EndRecovery();
    Consume();
  } else {
    token = RecoverInline();
    if (stopped_) return;
    if (token == nullptr) return RecoverFromFailure();
  }
  AddPart(transition.label, token, nullptr);
  state_ = transition.target;
}

// Begins a new node of the current left-recursive rule. The previous node of the rule becomes the operand of the new
// node.
void TreeParser::BeginLeftRecursion(const Transition& transition) {
  const Call& call = calls_.back();
  Node* previous = node_;
  node_ = NewNode(call.rule, call.parent, call.calling_state);
  node_->kind = transition.kind;
  node_->start = previous->start;
  previous->parent = node_;
  AddPart(Label::kOperand, nullptr, previous);
  CountDepth();
  assert(transition.precedence >=
         call.precedence);  // the predictor only chooses transitions that the precedence allows
  state_ = transition.target;
}

void TreeParser::EnterRule(const Transition& transition) {
  error_state_ = state_;
  const bool recursive = network_.IsLeftRecursive(transition.rule);
  const int precedence = recursive ? transition.precedence : calls_.back().precedence;
  calls_.push_back({transition.rule, node_, state_, precedence});
  node_ = NewNode(transition.rule, node_, state_);
  node_->kind = FirstKind(transition.rule);
  state_ = transition.target;
  CountDepth();
}

// Ends the current rule, and returns to its caller. Returns false for the rule at which parsing began.
bool TreeParser::LeaveRule() {
  const Call call = calls_.back();
  calls_.pop_back();
  int& depth = depth_of_rule_[static_cast<int>(call.rule)];
  if (depth > 0) --depth;
  if (call.parent == nullptr) return false;
  Node* done = node_;
  node_ = call.parent;
  const Transition& transition = network_.state(call.calling_state).transitions[0];
  AddPart(transition.label, nullptr, done);
  if (!network_.IsLeftRecursive(call.rule)) error_state_ = call.calling_state;
  state_ = transition.return_state;
  return true;
}

void TreeParser::CountDepth() {
  if (++depth_of_rule_[static_cast<int>(node_->rule)] <= limits_.max_depth) return;
  StopAtLimit("expression recursion limit exceeded: " + std::to_string(limits_.max_depth));
}

void TreeParser::AddPart(Label label, const Token* token, const Node* node) {
  if (label == Label::kNone) return;
  Part* part = arena_.New<Part>();
  *part = {label, token, node, nullptr};
  if (node_->last_part == nullptr) {
    node_->first_part = part;
  } else {
    node_->last_part->next = part;
  }
  node_->last_part = part;
}

Node* TreeParser::NewNode(Rule rule, Node* parent, StateId calling_state) {
  Node* node = arena_.New<Node>();
  node->rule = rule;
  node->parent = parent;
  node->calling_state = calling_state;
  node->start = &tokens_.Ahead(1);
  return node;
}

namespace {

// Error recovery of the parser.
//
// Upstream: ANTLR error_strategy.go (antlr4-go v4.13.1), cel-go parser/parser.go
// recoveryLimitErrorStrategy (v0.29.2).

std::string QuotedInput(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    switch (c) {
      case '\t': quoted += "\\t"; break;
      case '\n': quoted += "\\n"; break;
      case '\r': quoted += "\\r"; break;
      default: quoted += c;
    }
  }
  return quoted + "'";
}

// Returns the message for an input that no alternative accepts. For a reserved word after exactly one character, this
// is the message for a mismatch, because cel-go keeps the messages of its earlier versions.
std::string NoViableMessage(std::string_view input) {
  const std::size_t first = input.empty() ? 0 : base::DecodeRune(input).size;
  const std::string_view word = input.substr(first);
  const bool one = first > 0 && std::string_view("\t\n\r").find(input[0]) == std::string_view::npos;
  if (one && (word == "true" || word == "false" || word == "null")) {
    return "mismatched input '" + std::string(word) + "' expecting IDENTIFIER";
  }
  return "no viable alternative at input " + QuotedInput(input);
}

}  // namespace

bool TreeParser::FailWithoutViableAlternative(const Token& offending) {
  const Token& start = tokens_.Ahead(1);
  const bool end = start.type == TokenType::kEnd;
  failure_ = {NoViableMessage(end ? "<EOF>" : tokens_.Text(start, offending)), &offending};
  return false;
}

bool TreeParser::FailMismatch() {
  const Token& offending = tokens_.Ahead(1);
  failure_ = {
      "mismatched input " + QuotedInput(offending.text) + " expecting " + ExpectedTokens(error_state_).Display(),
      &offending};
  return false;
}

void TreeParser::Report(std::string message, const Token& offending) {
  OnSyntaxError(offending.offset, std::move(message));
}

// Reports the failure, skips tokens that cannot follow the rule, and ends the rule.
void TreeParser::RecoverFromFailure() {
  if (stopped_) return;
  if (!recovering_) {
    recovering_ = true;
    Report(failure_.message, *failure_.offending);
  }
  if (!CountRecovery()) return;
  recovery_tokens_left_ = limits_.max_recovery_tokens;
  const bool seen =
      std::find(last_error_states_.begin(), last_error_states_.end(), error_state_) != last_error_states_.end();
  if (last_error_index_ == tokens_.index() && seen) Consume();  // otherwise parsing would never end
  last_error_index_ = tokens_.index();
  last_error_states_.push_back(error_state_);
  SkipUntil(RecoveryTokens());
  recovery_tokens_left_ = kNoRecovery;
  state_ = network_.stop(calls_.back().rule);
}

bool TreeParser::CountRecovery() {
  if (stopped_) return false;
  if (recovery_count_++ < limits_.max_recoveries) return true;
  Report("error recovery attempt limit exceeded: " + std::to_string(limits_.max_recoveries), tokens_.Ahead(1));
  stopped_ = true;
  return false;
}

// Handles an error before a decision, or at the end of a loop's body. Returns false if the rule cannot continue.
bool TreeParser::Synchronize(const State& state) {
  if (recovering_ || state.next_tokens.HasEndOfRule() || state.next_tokens.Has(tokens_.Type())) return true;
  if (state.type == State::kStarBack || state.type == State::kPlusBack) {
    ReportUnwanted();
    SkipUntil(ExpectedTokens(error_state_) | RecoveryTokens());
    return true;
  }
  return DeleteToken() || (!stopped_ && FailMismatch());
}

// Handles a token that does not match. If the token after it matches, skips to that token and returns it. If the
// expected token is missing, returns a new token in its place. Returns null if the rule cannot continue.
const Token* TreeParser::RecoverInline() {
  if (!CountRecovery()) return nullptr;
  recovery_tokens_left_ = limits_.max_recovery_tokens;
  const Token* found = nullptr;
  if (DeleteToken()) {
    found = &tokens_.Ahead(1);
    Consume();
  } else if (!stopped_ && InsertToken()) {
    found = MissingToken();
  }
  recovery_tokens_left_ = kNoRecovery;
  if (found == nullptr && !stopped_) FailMismatch();
  return stopped_ ? nullptr : found;
}

// Deletes the next token and returns true if the token after it would be valid here. Otherwise returns false.
bool TreeParser::DeleteToken() {
  if (!ExpectedTokens(error_state_).Has(tokens_.Type(2))) return false;
  ReportUnwanted();
  Consume();
  EndRecovery();
  return !stopped_;
}

// If the next token would be valid after the expected token, reports the expected token as missing and returns true.
// Otherwise returns false.
bool TreeParser::InsertToken() {
  const StateId next = network_.state(error_state_).transitions[0].target;
  if (!ExpectedTokens(next).Has(tokens_.Type())) return false;
  if (recovering_) return true;
  recovering_ = true;
  const Token& current = tokens_.Ahead(1);
  Report("missing " + ExpectedTokens(error_state_).Display() + " at " + QuotedInput(current.text), current);
  return true;
}

const Token* TreeParser::MissingToken() {
  const Token* place = &tokens_.Ahead(1);
  if (place->type == TokenType::kEnd && tokens_.Previous() != nullptr) place = tokens_.Previous();
  const TokenType type = ExpectedTokens(error_state_).First();
  std::string_view name = type == TokenType::kEnd ? "EOF" : LiteralName(type);
  if (name.empty()) name = "undefined";
  Token* token = arena_.New<Token>();
  *token = {type, Token::kNotInSource, place->offset, arena_.Copy("<missing " + std::string(name) + ">")};
  return token;
}

void TreeParser::ReportUnwanted() {
  if (recovering_) return;
  recovering_ = true;
  const Token& token = tokens_.Ahead(1);
  Report("extraneous input " + QuotedInput(token.text) + " expecting " + ExpectedTokens(error_state_).Display(), token);
}

void TreeParser::Consume() {
  if (stopped_) return;
  if (recovery_tokens_left_ == 0) {
    return StopAtLimit("error recovery token lookahead limit exceeded: " + std::to_string(limits_.max_recovery_tokens));
  }
  if (recovery_tokens_left_ > 0) --recovery_tokens_left_;
  if (tokens_.Type() != TokenType::kEnd) tokens_.Consume();
}

void TreeParser::EndRecovery() {
  recovering_ = false;
  last_error_states_.clear();
  last_error_index_ = static_cast<std::size_t>(-1);
}

void TreeParser::SkipUntil(TokenSet until) {
  while (!stopped_ && tokens_.Type() != TokenType::kEnd && !until.Has(tokens_.Type())) Consume();
}

// Returns the tokens that can follow a state, including those that follow its callers.
TokenSet TreeParser::ExpectedTokens(StateId state) const {
  TokenSet next = network_.state(state).next_tokens, expected = next.WithoutEndOfRule();
  for (const Node* node = node_; next.HasEndOfRule() && node->calling_state >= 0; node = node->parent) {
    next = network_.state(network_.state(node->calling_state).transitions[0].return_state).next_tokens;
    expected |= next.WithoutEndOfRule();
  }
  if (next.HasEndOfRule()) expected |= TokenSet{TokenType::kEnd};
  return expected;
}

// Returns the tokens that can follow one of the rules in progress.
TokenSet TreeParser::RecoveryTokens() const {
  TokenSet set;
  for (const Node* node = node_; node != nullptr && node->calling_state >= 0; node = node->parent) {
    set |= network_.state(network_.state(node->calling_state).transitions[0].return_state).next_tokens;
  }
  return set.WithoutEndOfRule();
}

}  // namespace structural::cel::syntax
