// The rules of CEL's grammar as data.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2). Left recursion is rewritten as in ANTLR: a loop whose alternatives have
// precedences.
#pragma once

#include <vector>

#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// A part of a rule. A value type.
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

std::vector<GrammarRule> CelGrammar();

}  // namespace structural::cel::syntax
