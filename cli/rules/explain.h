// What there is to say of a rule: for people, for machines, and for docs/rules.md.
#pragma once

#include <span>
#include <string>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

// What, why, how to fix, a wrong and a right example, and where it is written.
std::string ExplainText(const rules::Rule& rule, bool colors);
std::string ExplainMarkdown(const rules::Rule& rule);  // headings of the third level

// A JSON list of objects with id, chapter, what, why, fix, wrong, right and section; the last is
// null where nobody else demands it.
std::string ExplainJson(std::span<const rules::Rule* const> rules);

// All rules, chapter by chapter: an id and what it demands on a line; a whole page.
std::string ListText(bool colors);
std::string ListMarkdown();

}  // namespace structural::lint_rules
