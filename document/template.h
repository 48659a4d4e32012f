// Templates: texts with actions. An action is {{ … }} of Go's text/template, as in Helm charts, or a statement {% … %}
// of Jinja.
//
// The functions are pure, and linear in the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::document {

// Returns whether the text has an action. Returns false for binary data and for other encodings than UTF-8.
bool HasActions(std::string_view text);

// Returns the text with spaces in place of its actions. Line breaks in actions stay, so all other text keeps its
// position.
std::string WithoutActions(std::string_view text);

// Returns the text with spaces in place of those actions that are alone on their lines, as the action in this example.
// Returns nullopt if one of them is an `else`, because the result would have the lines of both branches.
//
//   labels:
//     {{- include "app.labels" . | nindent 4 }}
std::optional<std::string> WithoutActionLines(std::string_view text);

}  // namespace structural::document
