#include "schema/cel/syntax/grammar.h"

namespace structural::cel::syntax {
namespace {

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

// An alternative with a name.
Element Alt(NodeKind kind, std::vector<Element> parts) { return {.kind = kind, .parts = std::move(parts)}; }

// An alternative of a left-recursive rule. The part to its left is its kOperand.
Element Recursive(NodeKind kind, int precedence, std::vector<Element> parts) {
  parts.insert(parts.begin(), {.type = Element::kPrecedence, .precedence = precedence, .kind = kind});
  return Seq(std::move(parts));
}

Element Dot() { return Opt(Tok({kDot}, Label::kLeadingDot)); }
Element Question() { return Opt(Tok({kQuestion}, Label::kOptional)); }
Element Name() { return Tok({kIdentifier}, Label::kName); }

// `open arguments? ')'`
Element Arguments() {
  return Seq({Tok({kLeftParen}, Label::kOperator), Opt(Ref(Rule::kExprList, Label::kArguments)), Tok({kRightParen})});
}

// `open elements? ','? close`
Element Braced(TokenType open, Rule elements, TokenType close) {
  return Seq({Tok({open}, Label::kOperator), Opt(Ref(elements, Label::kElements)), Opt(Tok({kComma})), Tok({close})});
}

// `key ':' expr (',' key ':' expr)*`
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

// `rule op rule` with one of the operators, for a rule that the right operand calls again.
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

// `rule (op rule)*`
Element Chain(Rule rule, TokenType op) {
  return Seq({Ref(rule, Label::kOperand), Star({Seq({Tok({op}, Label::kOperator), Ref(rule, Label::kRight)})})});
}

Element Expr() {
  return Seq({Ref(Rule::kConditionalOr, Label::kOperand),
              Opt(Seq({Tok({kQuestion}, Label::kOperator), Ref(Rule::kConditionalOr, Label::kRight), Tok({kColon}),
                       Ref(Rule::kExpr, Label::kElse)}))});
}

// `rule (',' rule)*`
Element Commas(Rule rule) {
  const Element part = Ref(rule, Label::kElements);
  return Seq({part, Star({Seq({Tok({kComma}), part})})});
}

constexpr TokenSet kRelations = {kLess, kLessEquals, kGreaterEquals, kGreater, kEquals, kNotEquals, kIn};

}  // namespace

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

}  // namespace structural::cel::syntax
