// Templates: texts with actions of Go's text/template, {{ … }}, as in charts of Helm, or with
// statements of Jinja, {% … %}.
//
// Pure; linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::document {

// Whether a text has an action. False for binary data and text in other encodings than UTF-8.
bool HasActions(std::string_view text);

// The text with spaces in place of its actions. Line breaks stay, and so do the places of all else.
std::string WithoutActions(std::string_view text);

// The same of the actions that are alone on their lines. nullopt: one of them is an `else`, so the
// lines that remain are of alternatives.
//
//   labels:
//     {{- include "app.labels" . | nindent 4 }}
std::optional<std::string> WithoutActionLines(std::string_view text);

}  // namespace structural::document
