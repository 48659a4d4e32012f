// Functions that write the HTML of a page that loads no other files. They escape all texts.
#pragma once

#include <string>
#include <string_view>

namespace structural::tree {

// Escapes a text for an element's content or an attribute's value. Characters that change how the text around them is
// shown (schema/base/quote.h) become U+FFFD, except line breaks and tabs.
std::string EscapeHtml(std::string_view text);

// Returns <NAME class="CLASSES">TEXT</NAME>. If `classes` is empty, omits the attribute.
std::string Element(std::string_view name, std::string_view classes, std::string_view text);

// Returns ` NAME="VALUE"`, with a space before it.
std::string Attribute(std::string_view name, std::string_view value);

// Escapes JSON for the content of a script element, which would otherwise end at the first "</script" in it.
std::string EscapeForScript(std::string json);

// Returns the start of a page, up to the start of its body. `style` is CSS that follows the CSS of all pages
// (kCommonCss).
std::string PageHead(std::string_view title, const std::string& style);

}  // namespace structural::tree
