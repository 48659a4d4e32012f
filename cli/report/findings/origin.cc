#include "cli/report/findings/origin.h"

#include <optional>

namespace structural::findings {
namespace {

std::size_t Indent(std::string_view line) {
  const auto at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? 0 : at;
}

bool IsBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

// A tag or an anchor may precede the indicator.
bool BeginsLiteral(std::string_view line, document::Position at) {
  const std::string_view value = line.substr(std::min<std::size_t>(at.column - 1, line.size()));
  const auto indicator = value.find_first_of("|\"'>");
  return indicator != value.npos && value[indicator] == '|';
}

// Returns the number of characters between the begin of `value` and the text, if a line has the text unchanged there:
// 0, or 1 after a quote. Otherwise returns nullopt.
std::optional<std::uint32_t> Quotes(std::string_view value, std::string_view text) {
  if (text.empty() || text.find('\n') != text.npos) return std::nullopt;
  if (value.starts_with(text)) return 0;
  const bool quoted = value.starts_with('"') || value.starts_with('\'');
  if (!quoted || !value.substr(1).starts_with(text)) return std::nullopt;
  return 1;
}

}  // namespace

Origin Origin::OfString(document::Position at, std::string_view text, document::Lines& file) {
  Origin origin;
  origin.at_ = at;
  origin.kind_ = Kind::kOnePlace;
  if (const auto quotes = Quotes(file.From(at), text)) {
    origin.kind_ = Kind::kOneLine;
    origin.indent_ = *quotes;
    return origin;
  }
  if (!BeginsLiteral(file[at.line], at)) return origin;
  document::Lines inner(text);
  std::uint32_t line = 1;
  while (line < 1000 && IsBlank(inner[line])) ++line;
  const std::size_t outer = Indent(file[at.line + line]);
  if (outer < Indent(inner[line])) return origin;
  origin.kind_ = Kind::kBlock;
  origin.indent_ = static_cast<std::uint32_t>(outer - Indent(inner[line]));
  return origin;
}

document::Position Origin::InFile(document::Position at) const {
  switch (kind_) {
    case Kind::kBlock: return {at_.line + at.line, indent_ + at.column};
    case Kind::kOneLine: return {at_.line, at_.column + indent_ + at.column - 1};
    case Kind::kOnePlace: return at_;
    case Kind::kFile: break;
  }
  return at;
}

}  // namespace structural::findings
