#include "schema/cel/ast_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/base/utf8.h"
#include "schema/cel/operators.h"

namespace structural::cel {
namespace {

// Conversion of string and bytes literals, with their quotes and escapes, to their values.
//
// Upstream: cel-go parser/unescape.go (v0.29.2).

using base::HexValue;
using base::Result;

base::Error Invalid(std::string message) { return {base::ErrorCode::kInvalidInput, std::move(message)}; }

std::string WithLineFeeds(std::string_view text) {
  std::string normal;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    normal += text[i] == '\r' ? '\n' : text[i];
  }
  return normal;
}

// Returns the character that the escape sequence of a backslash and `c` means: '\n' for 'n'. Returns '\0' for other
// escape sequences.
char Simple(char c) {
  constexpr std::string_view kNames = "abfnrtv\\'\"`?", kValues = "\a\b\f\n\r\t\v\\'\"`?";
  const std::size_t at = kNames.find(c);
  return at == kNames.npos ? '\0' : kValues[at];
}

// The form of a numeric escape sequence: the number of its digits, and their base.
struct Numeric {
  std::size_t digits;
  int base;
};

Numeric NumericOf(char c) {
  switch (c) {
    case 'x':
    case 'X': return {2, 16};
    case 'u': return {4, 16};
    case 'U': return {8, 16};
    default: return {3, 8};
  }
}

bool IsScalar(char32_t rune) { return rune < 0xD800 || (rune > 0xDFFF && rune <= 0x10FFFF); }

// Removes the escape at the beginning of `text` and appends its value to `to`. Precondition: `text` begins with a
// backslash.
base::Status TakeEscape(std::string_view& text, bool bytes, std::string& to) {
  if (text.size() < 2) return Invalid("unable to unescape string, found '\\' as last character");
  const char kind = text[1];
  if (const char value = Simple(kind); value != '\0') {
    to += value;
    text.remove_prefix(2);
    return base::Ok();
  }
  const Numeric form = NumericOf(kind);
  const bool octal = form.base == 8;
  if (octal && (kind < '0' || kind > '3')) return Invalid("unable to unescape string");
  if (bytes && form.digits > 3) return Invalid("unable to unescape string");
  text.remove_prefix(octal ? 1 : 2);
  const std::string what = octal ? "unable to unescape octal sequence in string" : "unable to unescape string";
  if (text.size() < form.digits) return Invalid(what);
  std::uint32_t value = 0;
  for (const char c : text.substr(0, form.digits)) {
    const int digit = HexValue(c);
    if (digit < 0 || digit >= form.base) return Invalid(what);
    value = value * form.base + digit;
  }
  text.remove_prefix(form.digits);
  if (!bytes && !IsScalar(value)) return Invalid("invalid unicode code point");
  if (bytes) {
    to += static_cast<char>(value);
  } else {
    base::AppendRune(value, to);
  }
  return base::Ok();
}

// Returns the text between the quotes of a literal; an error if the quotes do not match.
Result<std::string_view> Between(std::string_view text) {
  const auto error = Invalid("unable to unescape string");
  if (text.size() < 2 || text.front() != text.back()) return error;
  if (text.front() != '"' && text.front() != '\'') return error;
  const std::string three(3, text.front());
  std::size_t quotes = 1;
  if (text.size() >= 6 && text.starts_with(three)) {
    if (!text.ends_with(three)) return error;
    quotes = 3;
  }
  return text.substr(quotes, text.size() - 2 * quotes);
}

// Returns the value of a string literal. `literal` includes the quotes and the prefix r. Each line break becomes \n. If
// `bytes`, \x and octal escape sequences are bytes; otherwise they are code points. The error's message is cel-go's.
Result<std::string> Unescape(std::string_view literal, bool bytes) {
  const std::string normal = WithLineFeeds(literal);
  if (normal.size() < 2) return Invalid("unable to unescape string");
  const bool raw = normal[0] == 'r' || normal[0] == 'R';
  const Result<std::string_view> between = Between(std::string_view(normal).substr(raw ? 1 : 0));
  if (!between.ok()) return between.error();
  std::string_view text = *between;
  if (raw) return std::string(text);
  std::string value;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    value += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const base::Status taken = TakeEscape(text, bytes, value);
    if (!taken.ok()) return taken.error();
  }
  return value;
}

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

// Whether the node only contains another expression and has no effect of its own, such as parentheses.
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

// Whether the node counts as a level for ParseOptions::max_depth.
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

std::int64_t AstBuilder::NewId(const Token* token) { return token == nullptr ? -1 : NewId(token->offset); }

const Expr* AstBuilder::NewUnspecified(Offset offset) { return factory_.New(NewId(offset), {}); }

const Expr* AstBuilder::ReportAt(Offset offset, std::string message) {
  const Expr* error = NewUnspecified(offset);
  if (!stopped_) issues_.Add({error->id, source_.Locate(offset), std::move(message)});
  return error;
}

const Expr* AstBuilder::Visit(const Node* node) {
  node = Unwrap(node);
  if (stopped_ || factory_.exceeded_max_nodes() || node == nullptr) return NewUnspecified(kNowhere);
  return CountsAsDepth(*node) ? VisitAtNextDepth(*node) : BuildByKind(*node);
}

const Expr* AstBuilder::VisitAtNextDepth(const Node& node) {
  if (++depth_ > options_.max_depth) {
    issues_.Add({0, kNoLocation, "max recursion depth exceeded"});
    stopped_ = true;
    return NewUnspecified(kNowhere);
  }
  const Expr* expr = BuildByKind(node);
  --depth_;
  return expr;
}

const Expr* AstBuilder::BuildByKind(const Node& node) {
  switch (node.kind) {
    case NodeKind::kLogicalNot: return BuildPrefix(node, operators::kLogicalNot);
    case NodeKind::kNegate: return BuildPrefix(node, operators::kNegate);
    case NodeKind::kSelect: return BuildSelect(node);
    case NodeKind::kMemberCall: return BuildMemberCall(node);
    case NodeKind::kIndex: return BuildIndex(node);
    case NodeKind::kIdent: return BuildIdentifier(node);
    case NodeKind::kGlobalCall: return BuildGlobalCall(node);
    case NodeKind::kCreateList: return BuildList(node);
    case NodeKind::kCreateStruct: return BuildMap(node);
    case NodeKind::kCreateMessage: return BuildMessage(node);
    case NodeKind::kRule: break;
    default: return BuildLiteral(node);
  }
  switch (node.rule) {
    case Rule::kExpr: return BuildConditional(node);
    case Rule::kConditionalOr: return BuildLogical(node, operators::kLogicalOr);
    case Rule::kConditionalAnd: return BuildLogical(node, operators::kLogicalAnd);
    case Rule::kRelation:
    case Rule::kCalc: return BuildBinary(node);
    case Rule::kUnary: return NewConstant(node, std::string_view("<<error>>"));
    default: return NewUnspecified(kNowhere);
  }
}

const Expr* AstBuilder::BuildConditional(const Node& node) {
  const Expr* condition = Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  const Expr* yes = Visit(node.FindNode(Label::kRight));
  const Expr* no = Visit(node.FindNode(Label::kElse));
  const Expr* const arguments[] = {condition, yes, no};
  return BuildCallOrExpandMacro({id, operators::kConditional, nullptr, arguments});
}

const Expr* AstBuilder::BuildLogical(const Node& node, std::string_view function) {
  Exprs terms = {Visit(node.FindNode(Label::kOperand))};
  std::vector<std::int64_t> ids;
  const Part* term = node.Find(Label::kRight);
  for (const Part* op = node.Find(Label::kOperator); op != nullptr; op = Node::Next(*op)) {
    if (term == nullptr) {
      const std::string_view text = function == operators::kLogicalOr ? "||" : "&&";
      return ReportAt(node.start->offset, "unexpected character, wanted '" + std::string(text) + "'");
    }
    terms.push_back(Visit(term->node));
    ids.push_back(NewId(op->token));
    term = Node::Next(*term);
  }
  return BuildBalancedCalls(function, terms, ids, 0, ids.size() - 1);
}

// Returns a balanced tree of binary calls of `function` with the operands `terms`. `ids` has the ids of the operators
// between them; `low` and `high` are the indices of the first and the last operator in the tree.
//
// Upstream: logicManager.balancedTree.
const Expr* AstBuilder::BuildBalancedCalls(std::string_view function, const Exprs& terms,
                                           const std::vector<std::int64_t>& ids, std::size_t low, std::size_t high) {
  const std::size_t middle = (low + high + 1) / 2;
  const Expr* left = middle == low ? terms[middle] : BuildBalancedCalls(function, terms, ids, low, middle - 1);
  const Expr* right = middle == high ? terms[middle + 1] : BuildBalancedCalls(function, terms, ids, middle + 1, high);
  const Expr* const both[] = {left, right};
  return factory_.NewCall(ids[middle], function, both);
}

const Expr* AstBuilder::BuildBinary(const Node& node) {
  const Token* op = node.FindToken(Label::kOperator);
  const std::string_view function = FunctionOf(op->text);
  if (function.empty()) return ReportAt(node.start->offset, "operator not found");
  const Expr* left = Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = NewId(op);
  const Expr* right = Visit(node.FindNode(Label::kRight));
  const Expr* const both[] = {left, right};
  return BuildCallOrExpandMacro({id, function, nullptr, both});
}

// Converts a repeated prefix operator, as in `!!a`. An even number of operators has no effect.
const Expr* AstBuilder::BuildPrefix(const Node& node, std::string_view function) {
  const Part* first = node.Find(Label::kOperator);
  bool even = true;
  for (const Part* op = first; op != nullptr; op = Node::Next(*op)) even = !even;
  if (even) return Visit(node.FindNode(Label::kOperand));
  const std::int64_t id = NewId(first->token);
  const Expr* const operand[] = {Visit(node.FindNode(Label::kOperand))};
  return BuildCallOrExpandMacro({id, function, nullptr, operand});
}

AstBuilder::Exprs AstBuilder::BuildArguments(const Node& node) {
  Exprs arguments;
  const Node* list = node.FindNode(Label::kArguments);
  if (list == nullptr) return arguments;
  for (const Part* each = list->Find(Label::kElements); each != nullptr; each = Node::Next(*each)) {
    arguments.push_back(Visit(each->node));
  }
  return arguments;
}

const Expr* AstBuilder::BuildCallOrExpandMacro(const MacroCall& call) {
  const auto expansion = ExpandMacro(call, options_.macros, factory_);
  if (!expansion) return factory_.NewCall(call.id, call.function, call.arguments, call.target);
  const auto& error = expansion->error;
  const Offset at = error ? factory_.places().Find(error->id) : kNowhere;
  factory_.places().Remove(call.id);
  return error ? ReportAt(at, error->message) : expansion->expr;
}

// AstBuilder: conversion of names, members, and the parts of lists, maps and messages.

// Returns the name of a field without backquotes. If the name is missing or not allowed, reports an error at the node
// `reported`, and returns an empty name.
std::string_view AstBuilder::FieldName(const Node* identifier, const Node& reported) {
  const Token* token = identifier == nullptr ? nullptr : identifier->FindToken(Label::kName);
  const NodeKind kind = identifier == nullptr ? NodeKind::kRule : identifier->kind;
  if (kind == NodeKind::kSimpleIdentifier && token != nullptr) return token->text;
  const char* error = "unsupported ident kind";
  if (kind == NodeKind::kEscapedIdentifier && token != nullptr) {
    if (options_.escaped_identifiers) return token->text.substr(1, token->text.size() - 2);
    error = "unsupported syntax: '`'";
  }
  ReportAt(reported.start->offset, error);
  return {};
}

const Expr* AstBuilder::BuildSelect(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* op = node.FindToken(Label::kOperator);
  const Node* identifier = node.FindNode(Label::kName);
  if (op == nullptr || identifier == nullptr) return NewUnspecified(node.start->offset);
  const std::string_view name = FieldName(identifier, *identifier);
  if (node.FindToken(Label::kOptional) == nullptr) {
    return factory_.New(NewId(op), Select{operand, name, false});
  }
  if (!options_.optional_syntax) return ReportAt(op->offset, "unsupported syntax '.?'");
  const Expr* field = NewConstant(*identifier, name);
  const Expr* const both[] = {operand, field};
  return factory_.NewCall(NewId(op), operators::kOptSelect, both);
}

const Expr* AstBuilder::BuildMemberCall(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return NewUnspecified(node.start->offset);
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  return BuildCallOrExpandMacro({id, name->text, operand, BuildArguments(node)});
}

const Expr* AstBuilder::BuildIndex(const Node& node) {
  const Expr* operand = Visit(node.FindNode(Label::kOperand));
  const Token* op = node.FindToken(Label::kOperator);
  if (op == nullptr) return NewUnspecified(node.start->offset);
  const std::int64_t id = NewId(op);
  const Expr* const both[] = {operand, Visit(node.FindNode(Label::kRight))};
  if (node.FindToken(Label::kOptional) == nullptr) {
    return BuildCallOrExpandMacro({id, operators::kIndex, nullptr, both});
  }
  if (!options_.optional_syntax) return ReportAt(op->offset, "unsupported syntax '[?'");
  return BuildCallOrExpandMacro({id, operators::kOptIndex, nullptr, both});
}

const Expr* AstBuilder::BuildList(const Node& node) {
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  Exprs elements;
  std::vector<std::int32_t> optional;
  const Node* list = node.FindNode(Label::kElements);
  const Part* each = list == nullptr ? nullptr : list->Find(Label::kElements);
  for (; each != nullptr; each = Node::Next(*each)) {
    elements.push_back(Visit(each->node->FindNode(Label::kOperand)));
    const Token* question = each->node->FindToken(Label::kOptional);
    if (question == nullptr) continue;
    if (options_.optional_syntax) {
      optional.push_back(static_cast<std::int32_t>(elements.size()) - 1);
    } else {
      ReportAt(question->offset, "unsupported syntax '?'");
    }
  }
  return factory_.NewList(id, elements, optional);
}

const Expr* AstBuilder::BuildMap(const Node& node) {
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  return factory_.NewMap(id, BuildMapEntries(node.FindNode(Label::kElements)));
}

std::vector<Entry> AstBuilder::BuildMapEntries(const Node* node) {
  std::vector<Entry> entries;
  if (node == nullptr) return entries;
  const Part* key = node->Find(Label::kKey);
  const Part* value = node->Find(Label::kValue);
  for (const Part* colon = node->Find(Label::kColon); colon != nullptr;
       colon = Node::Next(*colon), key = Node::Next(*key), value = Node::Next(*value)) {
    Entry entry = {.id = NewId(colon->token)};
    if (key == nullptr || value == nullptr) return {};
    entry.optional = key->node->FindToken(Label::kOptional) != nullptr;
    if (entry.optional && !options_.optional_syntax) {
      ReportAt(key->node->start->offset, "unsupported syntax '?'");
      continue;
    }
    entry.key = Visit(key->node->FindNode(Label::kOperand));
    entry.value = Visit(value->node);
    entries.push_back(entry);
  }
  return entries;
}

const Expr* AstBuilder::BuildMessage(const Node& node) {
  std::string type = node.FindToken(Label::kLeadingDot) == nullptr ? "" : ".";
  const Part* first = node.Find(Label::kName);
  for (const Part* name = first; name != nullptr; name = Node::Next(*name)) {
    if (name != first) type += '.';
    type += name->token->text;
  }
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  const std::vector<Entry> fields = BuildFields(node.FindNode(Label::kElements));
  return factory_.NewMessage(id, factory_.CopyText(type), fields);
}

std::vector<Entry> AstBuilder::BuildFields(const Node* node) {
  std::vector<Entry> entries;
  if (node == nullptr) return entries;
  const Part* colon = node->Find(Label::kColon);
  const Part* value = node->Find(Label::kValue);
  for (const Part* field = node->Find(Label::kKey); field != nullptr;
       field = Node::Next(*field), colon = Node::Next(*colon), value = Node::Next(*value)) {
    if (colon == nullptr || value == nullptr) return {};
    Entry entry = {.id = NewId(colon->token)};
    entry.optional = field->node->FindToken(Label::kOptional) != nullptr;
    if (entry.optional && !options_.optional_syntax) {
      ReportAt(field->node->start->offset, "unsupported syntax '?'");
      continue;
    }
    const std::size_t errors = issues_.count();
    entry.field = FieldName(field->node->FindNode(Label::kName), *node);
    if (issues_.count() > errors) continue;
    entry.value = Visit(value->node);
    entries.push_back(entry);
  }
  return entries;
}

namespace {

// AstBuilder: conversion of names and literals.

// Words that cannot be names of variables, but can be names of fields.
constexpr std::string_view kReserved[] = {
    "as",  "break", "const",   "continue",  "else", "false",  "for",  "function", "if",   "import", "in",
    "let", "loop",  "package", "namespace", "null", "return", "true", "var",      "void", "while",
};

bool IsReserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

// Parses the whole text as a number; nullopt if it is not a number or out of range.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text, bool minus) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  const std::string digits = (minus ? "-" : "") + std::string(text);
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

const Expr* AstBuilder::BuildIdentifier(const Node& node) {
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return NewUnspecified(node.start->offset);
  if (IsReserved(name->text)) {
    return ReportAt(node.start->offset, "reserved identifier: " + std::string(name->text));
  }
  const bool dot = node.FindToken(Label::kLeadingDot) != nullptr;
  const std::string_view text = dot ? factory_.CopyText("." + std::string(name->text)) : factory_.CopyText(name->text);
  return factory_.New(NewId(name), Ident{text});
}

const Expr* AstBuilder::BuildGlobalCall(const Node& node) {
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return NewUnspecified(node.start->offset);
  if (IsReserved(name->text)) {
    return ReportAt(node.start->offset, "reserved identifier: " + std::string(name->text));
  }
  const bool dot = node.FindToken(Label::kLeadingDot) != nullptr;
  const std::string_view text = dot ? factory_.CopyText("." + std::string(name->text)) : name->text;
  const std::int64_t id = NewId(node.FindToken(Label::kOperator));
  return BuildCallOrExpandMacro({id, text, nullptr, BuildArguments(node)});
}

const Expr* AstBuilder::NewConstant(const Node& node, const cel::Constant& value) {
  return factory_.New(NewId(node.start->offset), value);
}

const Expr* AstBuilder::BuildLiteral(const Node& node) {
  switch (node.kind) {
    case NodeKind::kInt: return BuildInt(node);
    case NodeKind::kUint: return BuildUint(node);
    case NodeKind::kDouble: return BuildDouble(node);
    case NodeKind::kString: return BuildText(node, false);
    case NodeKind::kBytes: return BuildText(node, true);
    case NodeKind::kBoolTrue: return NewConstant(node, true);
    case NodeKind::kBoolFalse: return NewConstant(node, false);
    case NodeKind::kNull: return NewConstant(node, Null{});
    default: return NewUnspecified(kNowhere);
  }
}

const Expr* AstBuilder::BuildInt(const Node& node) {
  const bool minus = node.FindToken(Label::kSign) != nullptr;
  const auto value = ParseNumber<std::int64_t>(node.FindToken(Label::kToken)->text, minus);
  if (!value) return ReportAt(node.start->offset, "invalid int literal");
  return NewConstant(node, *value);
}

const Expr* AstBuilder::BuildUint(const Node& node) {
  std::string_view text = node.FindToken(Label::kToken)->text;
  text.remove_suffix(1);  // the suffix u
  const auto value = ParseNumber<std::uint64_t>(text, false);
  if (!value) return ReportAt(node.start->offset, "invalid uint literal");
  return NewConstant(node, *value);
}

// Converts a double literal. A number that is too small becomes 0, as in Go; a number that is too large is an error.
const Expr* AstBuilder::BuildDouble(const Node& node) {
  const std::string text =
      (node.FindToken(Label::kSign) != nullptr ? "-" : "") + std::string(node.FindToken(Label::kToken)->text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) value = std::strtod(text.c_str(), nullptr);
  if (error == std::errc::invalid_argument || std::isinf(value)) {
    return ReportAt(node.start->offset, "invalid double literal");
  }
  return NewConstant(node, value);
}

const Expr* AstBuilder::BuildText(const Node& node, bool bytes) {
  std::string_view literal = node.FindToken(Label::kToken)->text;
  if (bytes) literal.remove_prefix(1);
  const auto value = Unescape(literal, bytes);
  if (!value.ok()) ReportAt(node.start->offset, value.error().message());
  const std::string_view text = factory_.CopyText(value.ok() ? *value : literal);
  if (bytes) return NewConstant(node, Bytes{text});
  return NewConstant(node, text);
}

}  // namespace structural::cel
