// The rules that findings name: those of the schema catalog, and linting's own.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/rules/rule.h"

namespace structural::lint {

// About the text, not the schema.
extern const rules::Rule kUnreadable;
extern const rules::Rule kUndecodable;
extern const rules::Rule kDuplicateKey;
extern const rules::Rule kSuppressionWithoutReason;

// Of --strict: strict.h.
extern const rules::Rule kUnknownField;
extern const rules::Rule kOneStructure;

// All of both, each once.
std::span<const rules::Rule* const> AllRules();

// Null: there is none of this id.
const rules::Rule* FindRule(std::string_view id);

}  // namespace structural::lint
