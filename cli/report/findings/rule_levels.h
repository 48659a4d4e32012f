// RuleLevels: the severities of rules that flags and the configuration file set.
//
// Not changed after it is set up: safe to read from several threads.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "cli/report/findings/finding.h"

namespace structural::findings {

enum class RuleLevel { kOff, kWarning, kError };

// Returns "off", "warning" or "error".
std::string_view Name(RuleLevel level);
std::optional<RuleLevel> LevelNamed(std::string_view name);

class RuleLevels {
 public:
  // Sets the level of a rule. `rule` is an id with static storage duration. A later call overrides an earlier one.
  void Set(std::string_view rule, RuleLevel level) { levels_[rule] = level; }

  // Returns whether a rule that only --strict checks has a level other than off.
  bool NeedsStrict() const;

  // Removes the findings of rules with the level off, and counts them as suppressed. Sets the severity of the other
  // findings to the level of their rule. If `strict` is false, removes findings of strict rules without a level.
  void Apply(FileReport& report, bool strict) const;

 private:
  std::map<std::string_view, RuleLevel> levels_;
};

// Returns whether the level of the rule can be set. False for rules about texts that could not be read, whose level is
// fixed.
bool HasLevel(std::string_view rule);

}  // namespace structural::findings
