#include "schema/cel/syntax/tree_parser.h"

#include <cassert>

namespace structural::cel::syntax {
namespace {

// A node of a left-recursive rule begins as the rule's first alternative.
NodeKind FirstKind(Rule rule) { return rule == Rule::kMember ? NodeKind::kPrimaryExpr : NodeKind::kRule; }

}  // namespace

TreeParser::TreeParser(const Source& source, const ParseLimits& limits, bool exact, SyntaxErrors& errors,
                       base::Arena& arena)
    : network_(Network::Cel()),
      limits_(limits),
      exact_(exact),
      errors_(errors),
      arena_(arena),
      tokens_(source, *this),
      predictor_(tokens_) {}

const Node* TreeParser::Parse() {
  Node* start = NewNode(Rule::kStart, nullptr, kNoState);
  calls_.push_back({Rule::kStart, nullptr, kNoState, 0});
  node_ = start;
  at_ = network_.start(Rule::kStart);
  EnterDepth();
  Walk();
  return stopped_ ? nullptr : start;
}

bool TreeParser::OnSyntaxError(Offset at, std::string message) {
  if (stopped_) return false;
  if (reports_++ < limits_.reports) {
    errors_.OnSyntaxError(at, std::move(message));
    return true;
  }
  errors_.OnSyntaxError(at, "More than " + std::to_string(limits_.reports) + " syntax errors");
  stopped_ = true;
  return false;
}

void TreeParser::Stop(std::string message) {
  if (!stopped_) errors_.OnLimit(std::move(message));
  stopped_ = true;
}

void TreeParser::Walk() {
  bool looped = false;  // whether the end of a loop's body was synchronized just before
  while (!stopped_) {
    const State& state = network_.state(at_);
    if (state.type == State::kRuleStop) {
      if (!Leave()) return;
      continue;
    }
    if (state.type == State::kStarBack) {
      state_ = at_;
      looped = true;
      if (!Synchronize(state)) {
        Fail();
        continue;
      }
    }
    int alternative = 1;
    if (state.IsDecision() || state.type == State::kPlusStart) {
      if (!looped) state_ = at_;
      const bool decided = Decide(state, !looped, alternative);
      looped = false;
      if (!decided) {
        Fail();
        continue;
      }
    }
    if (state.left_recursive && alternative == 1) --depths_[static_cast<int>(state.rule)];
    Take(state.ways[alternative - 1]);
  }
}

// Returns false if the rule cannot continue; failure_ then has the reason.
bool TreeParser::Decide(const State& state, bool synchronize, int& alternative) {
  if (synchronize && !Synchronize(state)) return false;
  if (!state.IsDecision()) return true;
  if (state.lookahead.empty()) return Predict(state, alternative);
  const TokenType type = tokens_.Type();
  const int count = static_cast<int>(state.ways.size());
  for (alternative = 1; alternative <= count; ++alternative) {
    if (state.lookahead[alternative - 1].Has(type)) return true;
  }
  // A loop or an optional part can be skipped; otherwise an alternative must match.
  const bool may_skip =
      network_.state(state.ways.back().target).type == State::kBlockEnd || state.type != State::kBlockStart;
  if (!may_skip) return FailNoViable(tokens_.Ahead(1));
  alternative = count;
  return true;
}

bool TreeParser::Predict(const State& state, int& alternative) {
  const int precedence = calls_.back().precedence;
  const Shortcut shortcut = FindShortcut(state, tokens_, precedence);
  const bool likely = shortcut.kind == Shortcut::kLikely;
  if (shortcut.kind == Shortcut::kCertain || (likely && !exact_)) {
    alternative = shortcut.alternative;
    used_likely_shortcut_ = used_likely_shortcut_ || likely;
    return true;
  }
  const Prediction prediction = predictor_.Predict(state, {node_, precedence});
  alternative = prediction.alternative;
  return alternative != 0 || FailNoViable(*prediction.offending);
}

void TreeParser::Take(const Transition& way) {
  switch (way.type) {
    case Transition::kEpsilon:
      if (way.kind != NodeKind::kRule) node_->kind = way.kind;
      at_ = way.target;
      return;
    case Transition::kTokens: return Read(way);
    case Transition::kRule: return Enter(way);
    case Transition::kPrecedence: return BeginLeftRecursion(way);
  }
}

void TreeParser::Read(const Transition& way) {
  state_ = at_;
  const Token* token = &tokens_.Ahead(1);
  if (way.tokens.Has(token->type)) {
    Matched();
    Consume();
  } else {
    token = RecoverInline();
    if (stopped_) return;
    if (token == nullptr) return Fail();
  }
  AddPart(way.label, token, nullptr);
  at_ = way.target;
}

// Makes the node that was read the operand of a new node of the same left-recursive rule.
void TreeParser::BeginLeftRecursion(const Transition& way) {
  const Call& call = calls_.back();
  Node* previous = node_;
  node_ = NewNode(call.rule, call.parent, call.calling);
  node_->kind = way.kind;
  node_->start = previous->start;
  previous->parent = node_;
  AddPart(Label::kOperand, nullptr, previous);
  EnterDepth();
  assert(way.precedence >= call.precedence);  // the predictor only chooses transitions that the precedence allows
  at_ = way.target;
}

void TreeParser::Enter(const Transition& way) {
  state_ = at_;
  const bool recursive = network_.IsLeftRecursive(way.rule);
  const int precedence = recursive ? way.precedence : calls_.back().precedence;
  calls_.push_back({way.rule, node_, at_, precedence});
  node_ = NewNode(way.rule, node_, at_);
  node_->kind = FirstKind(way.rule);
  at_ = way.target;
  EnterDepth();
}

// Ends the current rule, and returns to its caller. Returns false for the rule at which parsing began.
bool TreeParser::Leave() {
  const Call call = calls_.back();
  calls_.pop_back();
  int& depth = depths_[static_cast<int>(call.rule)];
  if (depth > 0) --depth;
  if (call.parent == nullptr) return false;
  Node* done = node_;
  node_ = call.parent;
  const Transition& way = network_.state(call.calling).ways[0];
  AddPart(way.label, nullptr, done);
  if (!network_.IsLeftRecursive(call.rule)) state_ = call.calling;
  at_ = way.follow;
  return true;
}

void TreeParser::EnterDepth() {
  if (++depths_[static_cast<int>(node_->rule)] <= limits_.depth) return;
  Stop("expression recursion limit exceeded: " + std::to_string(limits_.depth));
}

void TreeParser::AddPart(Label label, const Token* token, const Node* node) {
  if (label == Label::kNone) return;
  Part* part = arena_.New<Part>();
  *part = {label, token, node, nullptr};
  if (node_->last == nullptr) {
    node_->first = part;
  } else {
    node_->last->next = part;
  }
  node_->last = part;
}

Node* TreeParser::NewNode(Rule rule, Node* parent, StateId calling) {
  Node* node = arena_.New<Node>();
  node->rule = rule;
  node->parent = parent;
  node->calling = calling;
  node->start = &tokens_.Ahead(1);
  return node;
}

}  // namespace structural::cel::syntax
