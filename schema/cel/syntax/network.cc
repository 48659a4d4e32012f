#include "schema/cel/syntax/network.h"

#include <vector>

namespace structural::cel::syntax {
namespace {

// The rules of CEL's grammar as data. Left recursion is rewritten as in ANTLR: as a loop whose alternatives have
// precedences.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2).

// A part of a grammar rule. A value type.
struct Element {
  enum Type { kTokens, kRule, kPrecedence, kSequence, kAlternatives, kOptional, kStar, kPlus };

  Type type = kSequence;
  TokenSet tokens = {};
  Rule rule = Rule::kStart;
  int precedence = 0;
  Label label = Label::kNone;
  NodeKind kind = NodeKind::kRule;  // the kind of node that an alternative makes
  std::vector<Element> parts = {};
};

struct GrammarRule {
  Rule rule;
  Element body;
};

using enum TokenType;

Element Tok(TokenSet tokens, Label label = Label::kNone) {
  return {.type = Element::kTokens, .tokens = tokens, .label = label};
}
Element Ref(Rule rule, Label label = Label::kNone, int precedence = 0) {
  return {.type = Element::kRule, .rule = rule, .precedence = precedence, .label = label};
}
Element Seq(std::vector<Element> parts) { return {.parts = std::move(parts)}; }
Element Or(std::vector<Element> parts) { return {.type = Element::kAlternatives, .parts = std::move(parts)}; }
Element Repeated(Element::Type type, std::vector<Element> parts) { return {.type = type, .parts = std::move(parts)}; }
Element Opt(Element part) { return Repeated(Element::kOptional, {std::move(part)}); }
Element Star(std::vector<Element> alternatives) { return Repeated(Element::kStar, std::move(alternatives)); }
Element Plus(Element part) { return Repeated(Element::kPlus, {std::move(part)}); }

// Returns an alternative that makes a node of the kind `kind`.
Element Alt(NodeKind kind, std::vector<Element> parts) { return {.kind = kind, .parts = std::move(parts)}; }

// Returns an alternative of a left-recursive rule, which continues an expression. That expression becomes the operand
// (kOperand) of a new node.
Element Recursive(NodeKind kind, int precedence, std::vector<Element> parts) {
  parts.insert(parts.begin(), {.type = Element::kPrecedence, .precedence = precedence, .kind = kind});
  return Seq(std::move(parts));
}

Element Dot() { return Opt(Tok({kDot}, Label::kLeadingDot)); }
Element Question() { return Opt(Tok({kQuestion}, Label::kOptional)); }
Element Name() { return Tok({kIdentifier}, Label::kName); }

// Returns the element for `'(' arguments? ')'`.
Element Arguments() {
  return Seq({Tok({kLeftParen}, Label::kOperator), Opt(Ref(Rule::kExprList, Label::kArguments)), Tok({kRightParen})});
}

// Returns the element for `open elements? ','? close`.
Element Braced(TokenType open, Rule elements, TokenType close) {
  return Seq({Tok({open}, Label::kOperator), Opt(Ref(elements, Label::kElements)), Opt(Tok({kComma})), Tok({close})});
}

// Returns the element for `key ':' expr (',' key ':' expr)*`.
Element Entries(Rule key) {
  const Element entry = Seq({Ref(key, Label::kKey), Tok({kColon}, Label::kColon), Ref(Rule::kExpr, Label::kValue)});
  return Seq({entry, Star({Seq({Tok({kComma}), entry})})});
}

Element Primary() {
  return Or({
      Alt(NodeKind::kIdent, {Dot(), Name()}),
      Alt(NodeKind::kGlobalCall, {Dot(), Name(), Arguments()}),
      Alt(NodeKind::kNested, {Tok({kLeftParen}), Ref(Rule::kExpr, Label::kOperand), Tok({kRightParen})}),
      Alt(NodeKind::kCreateList, {Braced(kLeftBracket, Rule::kListInit, kRightBracket)}),
      Alt(NodeKind::kCreateStruct, {Braced(kLeftBrace, Rule::kMapInitializerList, kRightBrace)}),
      Alt(NodeKind::kCreateMessage, {Dot(), Name(), Star({Seq({Tok({kDot}), Name()})}),
                                     Braced(kLeftBrace, Rule::kFieldInitializerList, kRightBrace)}),
      Alt(NodeKind::kConstantLiteral, {Ref(Rule::kLiteral, Label::kOperand)}),
  });
}

Element Member() {
  return Seq({Ref(Rule::kPrimary, Label::kOperand),
              Star({Recursive(NodeKind::kSelect, 3,
                              {Tok({kDot}, Label::kOperator), Question(), Ref(Rule::kEscapeIdent, Label::kName)}),
                    Recursive(NodeKind::kMemberCall, 2, {Tok({kDot}), Name(), Arguments()}),
                    Recursive(NodeKind::kIndex, 1,
                              {Tok({kLeftBracket}, Label::kOperator), Question(), Ref(Rule::kExpr, Label::kRight),
                               Tok({kRightBracket})})})});
}

Element Literal() {
  const Element sign = Opt(Tok({kMinus}, Label::kSign));
  const auto token = [](TokenType type) { return Tok({type}, Label::kToken); };
  return Or({Alt(NodeKind::kInt, {sign, token(TokenType::kInt)}), Alt(NodeKind::kUint, {token(TokenType::kUint)}),
             Alt(NodeKind::kDouble, {sign, token(kFloat)}), Alt(NodeKind::kString, {token(TokenType::kString)}),
             Alt(NodeKind::kBytes, {token(TokenType::kBytes)}), Alt(NodeKind::kBoolTrue, {token(kTrue)}),
             Alt(NodeKind::kBoolFalse, {token(kFalse)}), Alt(NodeKind::kNull, {token(TokenType::kNull)})});
}

// Returns the alternative `rule op rule` for a binary operator of a left-recursive rule. The right operand is the same
// rule, called with a higher precedence.
Element Binary(Rule rule, int precedence, TokenSet operators) {
  return Recursive(NodeKind::kRule, precedence,
                   {Tok(operators, Label::kOperator), Ref(rule, Label::kRight, precedence + 1)});
}

Element Unary() {
  const auto prefixed = [](TokenType sign) {
    return std::vector<Element>{Plus(Tok({sign}, Label::kOperator)), Ref(Rule::kMember, Label::kOperand)};
  };
  return Or({Alt(NodeKind::kMemberExpr, {Ref(Rule::kMember, Label::kOperand)}),
             Alt(NodeKind::kLogicalNot, prefixed(kExclamation)), Alt(NodeKind::kNegate, prefixed(kMinus))});
}

// Returns the element for `rule (op rule)*`.
Element Chain(Rule rule, TokenType op) {
  return Seq({Ref(rule, Label::kOperand), Star({Seq({Tok({op}, Label::kOperator), Ref(rule, Label::kRight)})})});
}

Element Expr() {
  return Seq({Ref(Rule::kConditionalOr, Label::kOperand),
              Opt(Seq({Tok({kQuestion}, Label::kOperator), Ref(Rule::kConditionalOr, Label::kRight), Tok({kColon}),
                       Ref(Rule::kExpr, Label::kElse)}))});
}

// Returns the element for `rule (',' rule)*`.
Element Commas(Rule rule) {
  const Element part = Ref(rule, Label::kElements);
  return Seq({part, Star({Seq({Tok({kComma}), part})})});
}

constexpr TokenSet kRelations = {kLess, kLessEquals, kGreaterEquals, kGreater, kEquals, kNotEquals, kIn};

std::vector<GrammarRule> CelGrammar() {
  return {
      {Rule::kStart, Seq({Ref(Rule::kExpr, Label::kOperand), Tok({kEnd})})},
      {Rule::kExpr, Expr()},
      {Rule::kConditionalOr, Chain(Rule::kConditionalAnd, kOr)},
      {Rule::kConditionalAnd, Chain(Rule::kRelation, kAnd)},
      {Rule::kRelation, Seq({Ref(Rule::kCalc, Label::kOperand), Star({Binary(Rule::kRelation, 1, kRelations)})})},
      {Rule::kCalc, Seq({Ref(Rule::kUnary, Label::kOperand), Star({Binary(Rule::kCalc, 2, {kStar, kSlash, kPercent}),
                                                                   Binary(Rule::kCalc, 1, {kPlus, kMinus})})})},
      {Rule::kUnary, Unary()},
      {Rule::kMember, Member()},
      {Rule::kPrimary, Primary()},
      {Rule::kExprList, Commas(Rule::kExpr)},
      {Rule::kListInit, Commas(Rule::kOptExpr)},
      {Rule::kFieldInitializerList, Entries(Rule::kOptField)},
      {Rule::kOptField, Seq({Question(), Ref(Rule::kEscapeIdent, Label::kName)})},
      {Rule::kMapInitializerList, Entries(Rule::kOptExpr)},
      {Rule::kEscapeIdent,
       Or({Alt(NodeKind::kSimpleIdentifier, {Name()}),
           Alt(NodeKind::kEscapedIdentifier, {Tok({TokenType::kEscapedIdentifier}, Label::kName)})})},
      {Rule::kOptExpr, Seq({Question(), Ref(Rule::kExpr, Label::kOperand)})},
      {Rule::kLiteral, Literal()},
  };
}

}  // namespace

// Makes the same states as ANTLR, except some that the parser never examines.
//
// Upstream: ANTLR tool ParserATNFactory, codegen ParserFactory (4.13).
class NetworkBuilder {
 public:
  TransitionNetwork Build() {
    network_.starts_.resize(kRuleCount);
    network_.stops_.resize(kRuleCount);
    network_.left_recursive_.resize(kRuleCount);
    const std::vector<GrammarRule> grammar = CelGrammar();
    for (const GrammarRule& rule : grammar) {
      rule_ = rule.rule;
      network_.starts_[static_cast<int>(rule_)] = Add(State::kBasic);
      network_.stops_[static_cast<int>(rule_)] = Add(State::kRuleStop);
    }
    for (const GrammarRule& rule : grammar) AddRule(rule);
    AddReturnTransitions();
    for (State& state : network_.states_) state.next_tokens = Next(state);
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
  void Connect(StateId from, Transition transition) { network_.states_[from].transitions.push_back(transition); }

  void AddRule(const GrammarRule& rule) {
    rule_ = rule.rule;
    const StateId right = Add(State::kBasic);
    Connect(right, network_.stop(rule_));
    Connect(network_.start(rule_), AddElement(rule.body, right));
  }

  // Adds the states of an element. The last state leads to `right`. Returns the first state.
  StateId AddElement(const Element& element, StateId right) {
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
    Transition transition = {.kind = element.kind,
                             .label = element.label,
                             .rule = element.rule,
                             .precedence = static_cast<std::uint8_t>(element.precedence),
                             .target = right,
                             .tokens = element.tokens};
    if (element.type == Element::kTokens) transition.type = Transition::kTokens;
    if (element.type == Element::kPrecedence) {
      transition.type = Transition::kPrecedence;
      network_.left_recursive_[static_cast<int>(rule_)] = true;
    }
    if (element.type == Element::kRule) {
      transition.type = Transition::kRule;
      transition.target = network_.start(element.rule);
      transition.return_state = right;
    }
    Connect(left, transition);
    return left;
  }

  StateId Sequence(const Element& element, StateId right) {
    for (std::size_t i = element.parts.size(); i > 0; --i) {
      right = AddElement(element.parts[i - 1], right);
    }
    return right;
  }

  StateId Block(State::Type type, const Element& element, StateId right) {
    const StateId start = Add(type), end = Add(State::kBlockEnd);
    network_.states_[start].block_end = end;
    Connect(end, right);
    for (const Element& part : element.parts) Connect(start, AddElement(part, end), part.kind);
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
    // Later iterations of the loop skip the state kPlusStart, because the parser already synchronizes at the state
    // kPlusBack.
    Connect(back, network_.states_[start].transitions[0].target);
    Connect(back, end);
    return start;
  }

  // Adds transitions from the stop state of each rule to the states that follow a call of the rule.
  void AddReturnTransitions() {
    const std::size_t count = network_.states_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (network_.states_[i].transitions.empty()) continue;
      const Transition transition = network_.states_[i].transitions[0];
      if (transition.type != Transition::kRule) continue;
      const bool leaves_outermost_call = network_.IsLeftRecursive(transition.rule) && transition.precedence == 0;
      Connect(network_.stop(transition.rule),
              {.target = transition.return_state, .leaves_outermost_call = leaves_outermost_call});
    }
  }

  // Returns the tokens that can follow a state within its rule. For a call of a rule, these are only the tokens that
  // the called rule can begin with, because no rule matches an empty text.
  TokenSet Next(const State& state) const {
    if (state.type == State::kRuleStop) return TokenSet::Epsilon();
    TokenSet next;
    for (const Transition& transition : state.transitions) {
      next |= transition.type == Transition::kTokens ? transition.tokens : Next(network_.state(transition.target));
    }
    return next;
  }

  // Adds the tokens that can follow a state to `found`, including those after the rule in each caller. Returns false if
  // the tokens depend on the precedence of a call.
  bool CollectLookahead(StateId id, std::vector<bool>& seen, TokenSet& found) const {
    if (seen[id]) return true;
    seen[id] = true;
    for (const Transition& transition : network_.state(id).transitions) {
      if (transition.type == Transition::kPrecedence) return false;
      if (transition.type == Transition::kTokens) {
        found |= transition.tokens;
      } else if (!CollectLookahead(transition.target, seen, found)) {
        return false;
      }
    }
    return true;
  }

  // Returns the tokens that select each transition; an empty vector if the next token alone cannot select one.
  std::vector<TokenSet> Lookahead(const State& state) const {
    std::vector<TokenSet> lookahead;
    TokenSet all;
    for (const Transition& transition : state.transitions) {
      TokenSet found;
      std::vector<bool> seen(network_.states_.size());
      if (!CollectLookahead(transition.target, seen, found) || found.Overlaps(all)) return {};
      all |= found;
      lookahead.push_back(found);
    }
    return lookahead;
  }

  TransitionNetwork network_;
  Rule rule_ = Rule::kStart;
};

const TransitionNetwork& TransitionNetwork::Cel() {
  static const TransitionNetwork network = NetworkBuilder().Build();
  return network;
}

}  // namespace structural::cel::syntax
