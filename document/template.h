// Templates: texts with actions of Go's text/template, {{ … }}, as in charts of Helm, or with
// statements of Jinja, {% … %}.
//
// Pure; linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::document {

// Returns whether a text has an action; false for binary data and other encodings than UTF-8.
bool HasActions(std::string_view text);

// Returns the text with spaces in place of its actions. Line breaks stay, and all other text keeps
// its place.
std::string WithoutActions(std::string_view text);

// Replaces only actions that are alone on their lines. Returns nullopt if one of them is an `else`,
// because the remaining lines would include alternatives.
//
//   labels:
//     {{- include "app.labels" . | nindent 4 }}
std::optional<std::string> WithoutActionLines(std::string_view text);

}  // namespace structural::document
