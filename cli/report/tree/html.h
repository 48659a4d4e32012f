// Markup: escapes any text as a part of a self-contained HTML page.
#pragma once

#include <string>
#include <string_view>

namespace structural::tree {

// Escapes text, also for attributes' values. Characters that affect the text around them
// (schema/base/quote.h) become U+FFFD, except line breaks and tabs.
std::string Escaped(std::string_view text);

// Returns <name class="classes">text</name>; `classes` may be empty.
std::string Element(std::string_view name, std::string_view classes, std::string_view text);

// Returns ` name="value"`.
std::string Attribute(std::string_view name, std::string_view value);

// Escapes JSON for a script, which would end at the first "</script".
std::string InScript(std::string json);

// Returns a page up to its body. The page loads no other resources. `style` follows the common
// styles.
std::string PageHead(std::string_view title, const std::string& style);

}  // namespace structural::tree
