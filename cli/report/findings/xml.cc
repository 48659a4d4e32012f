#include "cli/report/findings/xml.h"

#include "schema/base/utf8.h"

namespace structural::findings {
namespace {

bool IsXmlChar(char32_t c) {
  const bool control = c < ' ' || (c >= 0x7F && c <= 0x9F);
  return c == '\t' || c == '\n' || c == '\r' || (!control && c != 0xFFFE && c != 0xFFFF);
}

}  // namespace

std::string XmlText(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    switch (rune.value) {
      case '&': xml += "&amp;"; break;
      case '<': xml += "&lt;"; break;
      case '>': xml += "&gt;"; break;
      case '"': xml += "&quot;"; break;
      case '\n': xml += "&#10;"; break;
      case '\r': xml += "&#13;"; break;
      case '\t': xml += "&#9;"; break;
      default: base::AppendRune(IsXmlChar(rune.value) ? rune.value : base::kReplacementRune, xml);
    }
  }
  return xml;
}

}  // namespace structural::findings
