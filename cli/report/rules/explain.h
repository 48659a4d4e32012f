// The texts about rules: for people, for programs, and for docs/rules.md.
#pragma once

#include <span>
#include <string>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// Returns the rule's texts: what, why, fix, a wrong and a right example, and its source.
std::string ExplainText(const crd::Rule& rule, bool colors);
std::string ExplainMarkdown(const crd::Rule& rule);  // the same in Markdown, with headings of the third level

// Returns a JSON list of objects with id, chapter, what, why, fix, wrong, right and section. The
// section is null if only this project has the rule.
std::string ExplainJson(std::span<const crd::Rule* const> rules);

// ListText returns all rules by chapter, one line each with the id and the requirement; ListMarkdown returns the page
// docs/rules.md.
std::string ListText(bool colors);
std::string ListMarkdown();

}  // namespace structural::rules
