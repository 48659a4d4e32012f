// Markup: texts as parts of a page that stands alone. What it is given may hold anything.
#pragma once

#include <string>
#include <string_view>

namespace structural::tree {

// For text and for attributes' values. What moves the text around it (schema/base/quote.h) is
// U+FFFD, but for line breaks and tabs.
std::string Escaped(std::string_view text);

// <name class="classes">text</name>; `classes` may be empty.
std::string Element(std::string_view name, std::string_view classes, std::string_view text);

// ` name="value"`.
std::string Attribute(std::string_view name, std::string_view value);

// JSON as it may stand in a script, which ends at the first "</script".
std::string InScript(std::string json);

// A page up to its body: it loads nothing, from nowhere. `style` comes behind what all pages have.
std::string PageHead(std::string_view title, const std::string& style);

}  // namespace structural::tree
