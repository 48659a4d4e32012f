// Writes texts about rules: for people, for programs, and for docs/rules.md.
#pragma once

#include <span>
#include <string>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// Returns the requirement of the rule, its reason, how to fix a violation, a wrong and a right example, and the link to
// the documentation of the rule. With `colors`, the text has colors for a terminal.
std::string ExplainText(const crd::Rule& rule, bool colors);
std::string ExplainMarkdown(const crd::Rule& rule);  // the text of ExplainText in Markdown, with a heading of level 3

// Returns a JSON list of objects with the members id, chapter, what, why, fix, wrong, right and section. The section is
// the link to the documentation of the rule; null for rules that only this project has.
std::string ExplainJson(std::span<const crd::Rule* const> rules);

// ListText returns all rules by chapter, each as a line with its id and its requirement. ListMarkdown returns the text
// of docs/rules.md.
std::string ListText(bool colors);
std::string ListMarkdown();

}  // namespace structural::rules
