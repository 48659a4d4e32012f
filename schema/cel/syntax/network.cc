#include "schema/cel/syntax/network.h"

#include "schema/cel/syntax/grammar.h"

namespace structural::cel::syntax {

// Makes the same states as ANTLR, except some that the parser never examines.
//
// Upstream: ANTLR tool ParserATNFactory, codegen ParserFactory (4.13).
class NetworkBuilder {
 public:
  Network Build() {
    network_.starts_.resize(kRules);
    network_.stops_.resize(kRules);
    network_.left_recursive_.resize(kRules);
    const std::vector<GrammarRule> grammar = CelGrammar();
    for (const GrammarRule& rule : grammar) {
      rule_ = rule.rule;
      network_.starts_[static_cast<int>(rule_)] = Add(State::kBasic);
      network_.stops_[static_cast<int>(rule_)] = Add(State::kRuleStop);
    }
    for (const GrammarRule& rule : grammar) AddRule(rule);
    LeaveRules();
    for (State& state : network_.states_) state.next = Next(state);
    for (State& state : network_.states_) {
      if (state.IsDecision()) state.lookahead = Lookahead(state);
    }
    return std::move(network_);
  }

 private:
  StateId Add(State::Type type) {
    network_.states_.push_back({.type = type, .rule = rule_});
    return static_cast<StateId>(network_.states_.size() - 1);
  }

  void Connect(StateId from, StateId to, NodeKind kind = NodeKind::kRule) {
    Connect(from, Transition{.kind = kind, .target = to});
  }
  void Connect(StateId from, Transition way) { network_.states_[from].ways.push_back(way); }

  void AddRule(const GrammarRule& rule) {
    rule_ = rule.rule;
    const StateId right = Add(State::kBasic);
    Connect(right, network_.stop(rule_));
    Connect(network_.start(rule_), Left(rule.body, right));
  }

  // Returns the first state of the element, whose last state leads to `right`.
  StateId Left(const Element& element, StateId right) {
    switch (element.type) {
      case Element::kTokens:
      case Element::kRule:
      case Element::kPrecedence: return Step(element, right);
      case Element::kSequence: return Sequence(element, right);
      case Element::kAlternatives: return Block(State::kBlockStart, element, right);
      case Element::kOptional: return Optional(element, right);
      case Element::kStar: return StarLoop(element, right);
      case Element::kPlus: return PlusLoop(element, right);
    }
    return right;
  }

  StateId Step(const Element& element, StateId right) {
    const StateId left = Add(State::kBasic);
    Transition way = {.kind = element.kind,
                      .label = element.label,
                      .rule = element.rule,
                      .precedence = static_cast<std::uint8_t>(element.precedence),
                      .target = right,
                      .tokens = element.tokens};
    if (element.type == Element::kTokens) way.type = Transition::kTokens;
    if (element.type == Element::kPrecedence) {
      way.type = Transition::kPrecedence;
      network_.left_recursive_[static_cast<int>(rule_)] = true;
    }
    if (element.type == Element::kRule) {
      way.type = Transition::kRule;
      way.target = network_.start(element.rule);
      way.follow = right;
    }
    Connect(left, way);
    return left;
  }

  StateId Sequence(const Element& element, StateId right) {
    for (std::size_t i = element.parts.size(); i > 0; --i) {
      right = Left(element.parts[i - 1], right);
    }
    return right;
  }

  StateId Block(State::Type type, const Element& element, StateId right) {
    const StateId start = Add(type), end = Add(State::kBlockEnd);
    network_.states_[start].block_end = end;
    Connect(end, right);
    for (const Element& part : element.parts) Connect(start, Left(part, end), part.kind);
    return start;
  }

  StateId Optional(const Element& element, StateId right) {
    const StateId start = Block(State::kBlockStart, element, right);
    Connect(start, network_.states_[start].block_end);
    return start;
  }

  StateId StarLoop(const Element& element, StateId right) {
    const StateId entry = Add(State::kStarEntry), back = Add(State::kStarBack), end = Add(State::kLoopEnd);
    Connect(back, entry);
    Connect(end, right);
    Connect(entry, Block(State::kBlockStart, element, back));
    Connect(entry, end);
    const Element& first = element.parts[0];
    network_.states_[entry].left_recursive = !first.parts.empty() && first.parts[0].type == Element::kPrecedence;
    return entry;
  }

  StateId PlusLoop(const Element& element, StateId right) {
    const StateId back = Add(State::kPlusBack), end = Add(State::kLoopEnd);
    Connect(end, right);
    const StateId start = Block(State::kPlusStart, element, back);
    // Further iterations skip kPlusStart: kPlusBack synchronizes before them.
    Connect(back, network_.states_[start].ways[0].target);
    Connect(back, end);
    return start;
  }

  // Adds transitions from the stop state of each rule to its callers.
  void LeaveRules() {
    const std::size_t count = network_.states_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (network_.states_[i].ways.empty()) continue;
      const Transition way = network_.states_[i].ways[0];
      if (way.type != Transition::kRule) continue;
      const bool outermost = network_.IsLeftRecursive(way.rule) && way.precedence == 0;
      Connect(network_.stop(way.rule), {.target = way.follow, .outermost = outermost});
    }
  }

  // Returns the tokens that can follow a state within its rule. No rule is empty.
  TokenSet Next(const State& state) const {
    if (state.type == State::kRuleStop) return TokenSet::EndOfRule();
    TokenSet next;
    for (const Transition& way : state.ways) {
      next |= way.type == Transition::kTokens ? way.tokens : Next(network_.state(way.target));
    }
    return next;
  }

  // Adds the tokens that can follow a state, including those after the rule in each caller. Returns false if a
  // precedence must be checked first.
  bool LookInto(StateId id, std::vector<bool>& seen, TokenSet& found) const {
    if (seen[id]) return true;
    seen[id] = true;
    for (const Transition& way : network_.state(id).ways) {
      if (way.type == Transition::kPrecedence) return false;
      if (way.type == Transition::kTokens) {
        found |= way.tokens;
      } else if (!LookInto(way.target, seen, found)) {
        return false;
      }
    }
    return true;
  }

  // Returns an empty vector if one token does not decide.
  std::vector<TokenSet> Lookahead(const State& state) const {
    std::vector<TokenSet> lookahead;
    TokenSet all;
    for (const Transition& way : state.ways) {
      TokenSet found;
      std::vector<bool> seen(network_.states_.size());
      if (!LookInto(way.target, seen, found) || found.Overlaps(all)) return {};
      all |= found;
      lookahead.push_back(found);
    }
    return lookahead;
  }

  Network network_;
  Rule rule_ = Rule::kStart;
};

const Network& Network::Cel() {
  static const Network network = NetworkBuilder().Build();
  return network;
}

}  // namespace structural::cel::syntax
