#include "cli/report/tree/markup.h"

#include "cli/report/tree/page.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::tree {

std::string Escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    switch (rune.value) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "&#10;"; break;
      case '\t': escaped += '\t'; break;
      default:
        base::AppendRune(base::ChangesDirectionOrLayout(rune.value) ? base::kReplacementRune : rune.value, escaped);
    }
  }
  return escaped;
}

std::string Element(std::string_view name, std::string_view classes, std::string_view text) {
  std::string element = "<" + std::string(name);
  if (!classes.empty()) element.append(" class=\"").append(classes).append("\"");
  return element + ">" + Escaped(text) + "</" + std::string(name) + ">";
}

std::string Attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + Escaped(value) + "\"";
}

std::string InScript(std::string json) {
  for (auto at = json.find('<'); at != std::string::npos; at = json.find('<', at)) {
    json.replace(at, 1, "\\u003c");
  }
  return json;
}

std::string PageHead(std::string_view title, const std::string& style) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n" +
         Element("title", "", title) + "\n<style>\n" + std::string(kCommonCss) + style + "</style>\n</head>\n<body>\n";
}

}  // namespace structural::tree
