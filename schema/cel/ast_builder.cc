#include "schema/cel/ast_builder.h"

#include <algorithm>

#include "schema/cel/operators.h"

namespace structural::cel {
namespace {

using syntax::Label;
using syntax::NodeKind;
using syntax::Part;
using syntax::Rule;

struct BinaryOperator {
  std::string_view text;
  std::string_view function;
};

constexpr BinaryOperator kBinaryOperators[] = {
    {"+", operators::kAdd},      {"/", operators::kDivide},         {"==", operators::kEquals},
    {">", operators::kGreater},  {">=", operators::kGreaterEquals}, {"in", operators::kIn},
    {"<", operators::kLess},     {"<=", operators::kLessEquals},    {"%", operators::kModulo},
    {"*", operators::kMultiply}, {"!=", operators::kNotEquals},     {"-", operators::kSubtract},
};

std::string_view FunctionOf(std::string_view text) {
  for (const BinaryOperator& each : kBinaryOperators) {
    if (each.text == text) return each.function;
  }
  return {};
}

// Whether the node only contains one expression.
bool IsWrapper(const syntax::Node& node) {
  switch (node.kind) {
    case NodeKind::kMemberExpr:
    case NodeKind::kPrimaryExpr:
    case NodeKind::kNested:
    case NodeKind::kConstantLiteral: return true;
    case NodeKind::kRule: break;
    default: return false;
  }
  switch (node.rule) {
    case Rule::kExpr:
    case Rule::kConditionalOr:
    case Rule::kConditionalAnd:
    case Rule::kRelation:
    case Rule::kCalc: return node.Find(Label::kOperator) == nullptr;
    default: return false;
  }
}

const syntax::Node* Unwrap(const syntax::Node* node) {
  while (node != nullptr && IsWrapper(*node)) node = node->FindNode(Label::kOperand);
  return node;
}

// Whether the node counts for the limit of nesting.
bool CountsAsDepth(const syntax::Node& node) {
  switch (node.kind) {
    case NodeKind::kSelect:
    case NodeKind::kMemberCall:
    case NodeKind::kIndex: return true;
    case NodeKind::kRule: return node.rule == Rule::kExpr || node.rule == Rule::kRelation || node.rule == Rule::kCalc;
    default: return false;
  }
}

}  // namespace

const Expr* AstBuilder::Build(const Node& start) { return Visit(start.FindNode(Label::kOperand)); }

std::int64_t AstBuilder::Id(const Token* token) { return token == nullptr ? -1 : Id(token->offset); }

const Expr* AstBuilder::Unspecified(Offset offset) { return factory_.New(Id(offset), {}); }

const Expr* AstBuilder::ReportAt(Offset offset, std::string message) {
  const Expr* error = Unspecified(offset);
  if (!stopped_) issues_.Add({error->id, source_.Locate(offset), std::move(message)});
  return error;
}

const Expr* AstBuilder::Visit(const Node* node) {
  node = Unwrap(node);
  if (stopped_ || factory_.exceeded() || node == nullptr) return Unspecified(kNowhere);
  return CountsAsDepth(*node) ? VisitNested(*node) : Dispatch(*node);
}

const Expr* AstBuilder::VisitNested(const Node& node) {
  if (++depth_ > options_.depth) {
    issues_.Add({0, kNoLocation, "max recursion depth exceeded"});
    stopped_ = true;
    return Unspecified(kNowhere);
  }
  const Expr* expr = Dispatch(node);
  --depth_;
  return expr;
}

const Expr* AstBuilder::Dispatch(const Node& node) {
  switch (node.kind) {
    case NodeKind::kLogicalNot: return Prefix(node, operators::kLogicalNot);
    case NodeKind::kNegate: return Prefix(node, operators::kNegate);
    case NodeKind::kSelect: return FieldOf(node);
    case NodeKind::kMemberCall: return MemberCall(node);
    case NodeKind::kIndex: return IndexOf(node);
    case NodeKind::kIdent: return Identifier(node);
    case NodeKind::kGlobalCall: return GlobalCall(node);
    case NodeKind::kCreateList: return NewList(node);
    case NodeKind::kCreateStruct: return NewMap(node);
    case NodeKind::kCreateMessage: return NewMessage(node);
    case NodeKind::kRule: break;
    default: return Literal(node);
  }
  switch (node.rule) {
    case Rule::kExpr: return Conditional(node);
    case Rule::kConditionalOr: return Logical(node, operators::kLogicalOr);
    case Rule::kConditionalAnd: return Logical(node, operators::kLogicalAnd);
    case Rule::kRelation:
    case Rule::kCalc: return Binary(node);
    case Rule::kUnary: return Constant(node, std::string_view("<<error>>"));
    default: return Unspecified(kNowhere);
  }
}

const Expr* AstBuilder::Conditional(const Node& node) {
  const Expr* condition = Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  const Expr* yes = Visit(node.FindNode(Label::kRight));
  const Expr* no = Visit(node.FindNode(Label::kElse));
  const Expr* const arguments[] = {condition, yes, no};
  return CallOrMacro({id, operators::kConditional, nullptr, arguments});
}

const Expr* AstBuilder::Logical(const Node& node, std::string_view function) {
  Exprs terms = {Visit(node.FindNode(Label::kOperand))};
  std::vector<std::int64_t> ids;
  const Part* term = node.Find(Label::kRight);
  for (const Part* op = node.Find(Label::kOperator); op != nullptr; op = Node::Next(*op)) {
    if (term == nullptr) {
      const std::string_view text = function == operators::kLogicalOr ? "||" : "&&";
      return ReportAt(node.start->offset, "unexpected character, wanted '" + std::string(text) + "'");
    }
    terms.push_back(Visit(term->node));
    ids.push_back(Id(op->token));
    term = Node::Next(*term);
  }
  return Balanced(function, terms, ids, 0, ids.size() - 1);
}

// Returns a balanced tree of binary calls of `function`. `low` and `high` are the indices of the first and the last
// operator in `ids`. Upstream: logicManager.balancedTree.
const Expr* AstBuilder::Balanced(std::string_view function, const Exprs& terms, const std::vector<std::int64_t>& ids,
                                 std::size_t low, std::size_t high) {
  const std::size_t middle = (low + high + 1) / 2;
  const Expr* left = middle == low ? terms[middle] : Balanced(function, terms, ids, low, middle - 1);
  const Expr* right = middle == high ? terms[middle + 1] : Balanced(function, terms, ids, middle + 1, high);
  const Expr* const both[] = {left, right};
  return factory_.NewCall(ids[middle], function, both);
}

const Expr* AstBuilder::Binary(const Node& node) {
  const Token* op = node.FindToken(Label::kOperator);
  const std::string_view function = FunctionOf(op->text);
  if (function.empty()) return ReportAt(node.start->offset, "operator not found");
  const Expr* left = Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = Id(op);
  const Expr* right = Visit(node.FindNode(Label::kRight));
  const Expr* const both[] = {left, right};
  return CallOrMacro({id, function, nullptr, both});
}

// An even number of signs has no effect.
const Expr* AstBuilder::Prefix(const Node& node, std::string_view function) {
  const Part* first = node.Find(Label::kOperator);
  bool even = true;
  for (const Part* op = first; op != nullptr; op = Node::Next(*op)) even = !even;
  if (even) return Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = Id(first->token);
  const Expr* const operand[] = {Visit(node.FindNode(Label::kOperand))};
  return CallOrMacro({id, function, nullptr, operand});
}

AstBuilder::Exprs AstBuilder::Arguments(const Node& node) {
  Exprs arguments;
  const Node* list = node.FindNode(Label::kArguments);
  if (list == nullptr) return arguments;
  for (const Part* each = list->Find(Label::kElements); each != nullptr; each = Node::Next(*each)) {
    arguments.push_back(Visit(each->node));
  }
  return arguments;
}

const Expr* AstBuilder::CallOrMacro(const MacroCall& call) {
  const auto expansion = ExpandMacro(call, options_.macros, factory_);
  if (!expansion) return factory_.NewCall(call.id, call.function, call.arguments, call.target);
  const auto& error = expansion->error;
  const Offset at = error ? factory_.places().Find(error->id) : kNowhere;
  factory_.places().Remove(call.id);
  return error ? ReportAt(at, error->message) : expansion->expr;
}

}  // namespace structural::cel
