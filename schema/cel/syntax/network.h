// The grammar as a network of states, ANTLR's augmented transition network. The parser walks through it. Error messages
// and recovery depend on the tokens that can follow a state.
//
// Upstream: ANTLR ATN, LL1Analyzer (antlr4-go v4.13.1).
#pragma once

#include <cstdint>
#include <vector>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

enum class Rule : std::uint8_t {
  kStart,
  kExpr,
  kConditionalOr,
  kConditionalAnd,
  kRelation,
  kCalc,
  kUnary,
  kMember,
  kPrimary,
  kExprList,
  kListInit,
  kFieldInitializerList,
  kOptField,
  kMapInitializerList,
  kEscapeIdent,
  kOptExpr,
  kLiteral,
};
inline constexpr int kRuleCount = 17;

// The kind of a node in the parse tree: the alternative of the node's rule that was parsed.
enum class NodeKind : std::uint8_t {
  kRule,  // no alternative was chosen, or the rule does not name its alternatives
  kMemberExpr,
  kLogicalNot,
  kNegate,
  kPrimaryExpr,
  kSelect,
  kMemberCall,
  kIndex,
  kIdent,
  kGlobalCall,
  kNested,
  kCreateList,
  kCreateStruct,
  kCreateMessage,
  kConstantLiteral,
  kSimpleIdentifier,
  kEscapedIdentifier,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kBoolTrue,
  kBoolFalse,
  kNull,
};

// The role of a part in its node.
enum class Label : std::uint8_t {
  kNone,
  kOperand,  // first expression
  kOperator,
  kRight,  // other expressions
  kElse,
  kOptional,
  kName,
  kArguments,
  kElements,
  kKey,
  kColon,
  kValue,
  kLeadingDot,
  kSign,
  kToken,
};

using StateId = std::int16_t;
inline constexpr StateId kNoState = -1;

struct Transition {
  enum Type : std::uint8_t {
    kEpsilon,
    kTokens,     // reads one of `tokens`
    kRule,       // enters `rule` at `target`, and returns to `return_state`
    kPrecedence  // allowed if `precedence` is at least that of the rule's call; begins a node of `kind`
  };

  Type type = kEpsilon;
  NodeKind kind = NodeKind::kRule;
  Label label = Label::kNone;
  Rule rule = Rule::kStart;
  std::uint8_t precedence = 0;  // only for kRule and kPrecedence
  StateId target = kNoState;
  StateId return_state = kNoState;
  TokenSet tokens = {};
  // Whether the transition leaves a left-recursive rule that was called with precedence 0.
  bool leaves_outermost_call = false;
};

struct State {
  enum Type : std::uint8_t {
    kBasic,
    kRuleStop,
    kBlockStart,
    kBlockEnd,
    kStarEntry,
    kStarBack,
    kPlusStart,
    kPlusBack,
    kLoopEnd,
  };

  Type type = kBasic;
  Rule rule = Rule::kStart;
  bool left_recursive = false;               // only for kStarEntry: whether this is the loop of a left-recursive rule
  StateId block_end = kNoState;              // only for kBlockStart: the state at the end of the block
  std::vector<Transition> transitions = {};  // transitions, in the order of the alternatives
  TokenSet next_tokens = {};                 // tokens that can follow the state within its rule
  // For each transition: the tokens that select it. Empty if the next token alone cannot select a transition.
  std::vector<TokenSet> lookahead = {};

  bool IsDecision() const { return transitions.size() > 1 && type != kRuleStop; }
  bool HasOnlyEpsilonTransitions() const { return !transitions.empty() && transitions[0].type != Transition::kTokens; }
};

// The network of CEL's grammar. The first call of Cel() makes it. It is immutable, so thread-safe.
class TransitionNetwork {
 public:
  static const TransitionNetwork& Cel();

  int state_count() const { return static_cast<int>(states_.size()); }
  const State& state(StateId id) const { return states_[id]; }
  bool IsStop(StateId id) const { return state(id).type == State::kRuleStop; }
  StateId start(Rule rule) const { return starts_[static_cast<int>(rule)]; }
  StateId stop(Rule rule) const { return stops_[static_cast<int>(rule)]; }
  bool IsLeftRecursive(Rule rule) const { return left_recursive_.at(static_cast<int>(rule)); }

 private:
  friend class NetworkBuilder;

  std::vector<State> states_;
  std::vector<StateId> starts_, stops_;
  std::vector<bool> left_recursive_;
};

}  // namespace structural::cel::syntax
