// Error recovery of the parser.
//
// Upstream: ANTLR error_strategy.go (antlr4-go v4.13.1), cel-go parser/parser.go
// recoveryLimitErrorStrategy (v0.29.2).
#include <algorithm>

#include "schema/base/utf8.h"
#include "schema/cel/syntax/tree_parser.h"

namespace structural::cel::syntax {
namespace {

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

// A reserved word after exactly one character is reported as a mismatch, because cel-go keeps the messages of its
// earlier versions.
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

bool TreeParser::FailNoViable(const Token& offending) {
  const Token& start = tokens_.Ahead(1);
  const bool end = start.type == TokenType::kEnd;
  failure_ = {NoViableMessage(end ? "<EOF>" : tokens_.Text(start, offending)), &offending};
  return false;
}

bool TreeParser::FailMismatch() {
  const Token& offending = tokens_.Ahead(1);
  failure_ = {"mismatched input " + QuotedInput(offending.text) + " expecting " + Expected(state_).Display(),
              &offending};
  return false;
}

void TreeParser::Report(std::string message, const Token& offending) {
  OnSyntaxError(offending.offset, std::move(message));
}

// Reports the failure, skips tokens that cannot follow the rule, and ends the rule.
void TreeParser::Fail() {
  if (stopped_) return;
  if (!recovering_) {
    recovering_ = true;
    Report(failure_.message, *failure_.offending);
  }
  if (!CountRecovery()) return;
  budget_ = limits_.recovery_tokens;
  const bool seen = std::find(last_error_states_.begin(), last_error_states_.end(), state_) != last_error_states_.end();
  if (last_error_index_ == tokens_.index() && seen) Consume();  // otherwise parsing would never end
  last_error_index_ = tokens_.index();
  last_error_states_.push_back(state_);
  Skip(RecoverySet());
  budget_ = kNoBudget;
  at_ = network_.stop(calls_.back().rule);
}

bool TreeParser::CountRecovery() {
  if (stopped_) return false;
  if (recoveries_++ < limits_.recoveries) return true;
  Report("error recovery attempt limit exceeded: " + std::to_string(limits_.recoveries), tokens_.Ahead(1));
  stopped_ = true;
  return false;
}

// Handles an error before a decision, or at the end of a loop's body. Returns false if the rule cannot continue.
bool TreeParser::Synchronize(const State& state) {
  if (recovering_ || state.next.HasEndOfRule() || state.next.Has(tokens_.Type())) return true;
  if (state.type == State::kStarBack || state.type == State::kPlusBack) {
    ReportUnwanted();
    Skip(Expected(state_) | RecoverySet());
    return true;
  }
  return DeleteToken() || (!stopped_ && FailMismatch());
}

// Returns the expected token, or a replacement; null if the rule cannot continue.
const Token* TreeParser::RecoverInline() {
  if (!CountRecovery()) return nullptr;
  budget_ = limits_.recovery_tokens;
  const Token* found = nullptr;
  if (DeleteToken()) {
    found = &tokens_.Ahead(1);
    Consume();
  } else if (!stopped_ && InsertToken()) {
    found = MissingToken();
  }
  budget_ = kNoBudget;
  if (found == nullptr && !stopped_) FailMismatch();
  return stopped_ ? nullptr : found;
}

// Deletes the next token if the token after it would be valid here.
bool TreeParser::DeleteToken() {
  if (!Expected(state_).Has(tokens_.Type(2))) return false;
  ReportUnwanted();
  Consume();
  Matched();
  return !stopped_;
}

// Reports a missing token if the next token would be valid after the expected one.
bool TreeParser::InsertToken() {
  const StateId next = network_.state(state_).ways[0].target;
  if (!Expected(next).Has(tokens_.Type())) return false;
  if (recovering_) return true;
  recovering_ = true;
  const Token& current = tokens_.Ahead(1);
  Report("missing " + Expected(state_).Display() + " at " + QuotedInput(current.text), current);
  return true;
}

const Token* TreeParser::MissingToken() {
  const Token* place = &tokens_.Ahead(1);
  if (place->type == TokenType::kEnd && tokens_.Previous() != nullptr) place = tokens_.Previous();
  const TokenType type = Expected(state_).First();
  std::string_view name = type == TokenType::kEnd ? "EOF" : LiteralName(type);
  if (name.empty()) name = "undefined";
  Token* token = arena_.New<Token>();
  *token = {type, Token::kMissing, place->offset, arena_.Copy("<missing " + std::string(name) + ">")};
  return token;
}

void TreeParser::ReportUnwanted() {
  if (recovering_) return;
  recovering_ = true;
  const Token& token = tokens_.Ahead(1);
  Report("extraneous input " + QuotedInput(token.text) + " expecting " + Expected(state_).Display(), token);
}

void TreeParser::Consume() {
  if (stopped_) return;
  if (budget_ == 0) {
    return Stop("error recovery token lookahead limit exceeded: " + std::to_string(limits_.recovery_tokens));
  }
  if (budget_ > 0) --budget_;
  if (tokens_.Type() != TokenType::kEnd) tokens_.Consume();
}

void TreeParser::Matched() {
  recovering_ = false;
  last_error_states_.clear();
  last_error_index_ = static_cast<std::size_t>(-1);
}

void TreeParser::Skip(TokenSet until) {
  while (!stopped_ && tokens_.Type() != TokenType::kEnd && !until.Has(tokens_.Type())) Consume();
}

// Returns the tokens that can follow a state, including those that follow its callers.
TokenSet TreeParser::Expected(StateId state) const {
  TokenSet next = network_.state(state).next, expected = next.WithoutEndOfRule();
  for (const Node* node = node_; next.HasEndOfRule() && node->calling >= 0; node = node->parent) {
    next = network_.state(network_.state(node->calling).ways[0].follow).next;
    expected |= next.WithoutEndOfRule();
  }
  if (next.HasEndOfRule()) expected |= TokenSet{TokenType::kEnd};
  return expected;
}

// Returns the tokens that can follow one of the rules in progress.
TokenSet TreeParser::RecoverySet() const {
  TokenSet set;
  for (const Node* node = node_; node != nullptr && node->calling >= 0; node = node->parent) {
    set |= network_.state(network_.state(node->calling).ways[0].follow).next;
  }
  return set.WithoutEndOfRule();
}

}  // namespace structural::cel::syntax
