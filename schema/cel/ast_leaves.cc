// Names and literals.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "schema/cel/ast_builder.h"
#include "schema/cel/unescape.h"

namespace structural::cel {
namespace {

using syntax::Label;
using syntax::NodeKind;

// Words that cannot be names of variables, but of fields.
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

const Expr* AstBuilder::Identifier(const Node& node) {
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return Unspecified(node.start->offset);
  if (IsReserved(name->text)) {
    return ReportAt(node.start->offset, "reserved identifier: " + std::string(name->text));
  }
  const bool dot = node.FindToken(Label::kLeadingDot) != nullptr;
  const std::string_view text = dot ? factory_.Text("." + std::string(name->text)) : factory_.Text(name->text);
  return factory_.New(Id(name), Ident{text});
}

const Expr* AstBuilder::GlobalCall(const Node& node) {
  const Token* name = node.FindToken(Label::kName);
  if (name == nullptr) return Unspecified(node.start->offset);
  if (IsReserved(name->text)) {
    return ReportAt(node.start->offset, "reserved identifier: " + std::string(name->text));
  }
  const bool dot = node.FindToken(Label::kLeadingDot) != nullptr;
  const std::string_view text = dot ? factory_.Text("." + std::string(name->text)) : name->text;
  const std::int64_t id = Id(node.FindToken(Label::kOperator));
  return CallOrMacro({id, text, nullptr, Arguments(node)});
}

const Expr* AstBuilder::Constant(const Node& node, const cel::Constant& value) {
  return factory_.New(Id(node.start->offset), value);
}

const Expr* AstBuilder::Literal(const Node& node) {
  switch (node.kind) {
    case NodeKind::kInt: return Int(node);
    case NodeKind::kUint: return Uint(node);
    case NodeKind::kDouble: return Double(node);
    case NodeKind::kString: return Text(node, false);
    case NodeKind::kBytes: return Text(node, true);
    case NodeKind::kBoolTrue: return Constant(node, true);
    case NodeKind::kBoolFalse: return Constant(node, false);
    case NodeKind::kNull: return Constant(node, Null{});
    default: return Unspecified(kNowhere);
  }
}

const Expr* AstBuilder::Int(const Node& node) {
  const bool minus = node.FindToken(Label::kSign) != nullptr;
  const auto value = ParseNumber<std::int64_t>(node.FindToken(Label::kToken)->text, minus);
  if (!value) return ReportAt(node.start->offset, "invalid int literal");
  return Constant(node, *value);
}

const Expr* AstBuilder::Uint(const Node& node) {
  std::string_view text = node.FindToken(Label::kToken)->text;
  text.remove_suffix(1);  // the suffix u
  const auto value = ParseNumber<std::uint64_t>(text, false);
  if (!value) return ReportAt(node.start->offset, "invalid uint literal");
  return Constant(node, *value);
}

// A number that is too small becomes 0, as in Go; one that is too large is an error.
const Expr* AstBuilder::Double(const Node& node) {
  const std::string text =
      (node.FindToken(Label::kSign) != nullptr ? "-" : "") + std::string(node.FindToken(Label::kToken)->text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) value = std::strtod(text.c_str(), nullptr);
  if (error == std::errc::invalid_argument || std::isinf(value)) {
    return ReportAt(node.start->offset, "invalid double literal");
  }
  return Constant(node, value);
}

const Expr* AstBuilder::Text(const Node& node, bool bytes) {
  std::string_view literal = node.FindToken(Label::kToken)->text;
  if (bytes) literal.remove_prefix(1);
  const auto value = Unescape(literal, bytes);
  if (!value.ok()) ReportAt(node.start->offset, value.error().message());
  const std::string_view text = factory_.Text(value.ok() ? *value : literal);
  if (bytes) return Constant(node, Bytes{text});
  return Constant(node, text);
}

}  // namespace structural::cel
