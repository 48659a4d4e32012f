#include "document/edit/write_value.h"

#include <utility>

namespace structural::document {
namespace {

using Kind = Value::Kind;

// libyaml's limit for the length of a key without `?`, up to its colon.
constexpr std::size_t kLongestKey = 1000;

}  // namespace

std::string ValueWriter::Scalar(const Value& value, const ScalarFormat& old, bool flow) const {
  if (value.kind == Kind::kObject) return "{}";
  if (value.kind == Kind::kArray) return "[]";
  if (value.kind == Kind::kLiteral) return value.text;
  if (style_.json) return QuotedText(value.text, Quotes::kDouble, Quotes::kDouble, true);
  return QuotedText(value.text, old.quotes.value_or(style_.for_strings), style_.quotes, flow);
}

Written ValueWriter::Collection(const Value& value, Owner owner, std::size_t column) const {
  const bool list = value.kind == Kind::kArray;
  std::size_t inner = column;
  if (owner == Owner::kElement) inner += 2;
  if (owner == Owner::kMember) inner += list ? style_.list_indent : style_.indent;
  Written written;
  for (const Value::Child& child : value.children) {
    if (!written.below.empty()) written.below += style_.eol;
    written.below.append(inner, ' ');
    written.below += list ? Element(*child.value, inner) : Member(child.key, Quotes::kNone, *child.value, inner);
  }
  return written;
}

Written ValueWriter::Block(const Value& value, Owner owner, std::size_t column, const ScalarFormat& old) const {
  if (style_.moves && !value.home.empty() && owner == Owner::kMember) {
    if (auto moved = MovedText(source_, value.home, column)) return *std::move(moved);
  }
  if (value.IsCollection() && !value.children.empty()) return Collection(value, owner, column);
  if (style_.literals && value.kind == Kind::kString && (old.literal || !old.quotes || *old.quotes == Quotes::kNone)) {
    const std::size_t inner = column + (owner == Owner::kElement ? 2 : style_.indent);
    if (auto literal = LiteralText(value.text, inner, style_.eol)) {
      return {std::move(literal->head), std::move(literal->lines)};
    }
  }
  return {Scalar(value, old, false), {}};
}

std::string ValueWriter::Behind(const Written& value) const {
  std::string text;
  if (!value.head.empty()) text.append(" ").append(value.head);
  if (!value.below.empty()) text.append(style_.eol).append(value.below);
  return text;
}

std::string ValueWriter::Member(std::string_view key, Quotes quotes, const Value& value, std::size_t column) const {
  std::string text = QuotedText(key, quotes, style_.quotes, false);
  if (text.size() > kLongestKey) {
    text.insert(0, "? ");
    text.append(style_.eol).append(column, ' ');
  }
  text += ':' + Behind(Block(value, Owner::kMember, column));
  if (!style_.moves || !value.left_home || value.home.empty()) return text;
  const std::string above = CommentsAbove(source_, value.home, column);
  return above.empty() ? text : above.substr(column) + std::string(column, ' ') + text;
}

std::string ValueWriter::Element(const Value& value, std::size_t column) const {
  const Written written = Block(value, Owner::kElement, column);
  if (!written.head.empty()) return "-" + Behind(written);
  return "- " + written.below.substr(column + 2);
}

std::string ValueWriter::FlowKey(std::string_view key, Quotes quotes) const {
  if (style_.json) quotes = Quotes::kDouble;
  std::string text = QuotedText(key, quotes, style_.quotes, true);
  if (text.size() > kLongestKey && !style_.json) text.insert(0, "? ");
  const bool quoted = text.back() == '"' || text.back() == '\'';
  return text + (quoted ? style_.colon : ": ");
}

std::string ValueWriter::Flow(const Value& value, const std::optional<std::string>& line,
                              const ScalarFormat& old) const {
  if (!value.IsCollection() || value.children.empty()) return Scalar(value, old, true);
  const bool list = value.kind == Kind::kArray;
  std::string text = list ? "[" : "{";
  std::optional<std::string> inner;
  if (line) inner = *line + style_.unit;
  bool first = true;
  for (const Value::Child& child : value.children) {
    if (!std::exchange(first, false)) text += "," + (line ? "" : style_.comma);
    if (line) text += style_.eol + *inner;
    if (!list) text += FlowKey(child.key, Quotes::kNone);
    text += Flow(*child.value, inner);
  }
  if (line) text += style_.eol + *line;
  return text + (list ? ']' : '}');
}

}  // namespace structural::document
