// RuleLevels: the levels of rules that the flag --rule and the configuration file set. The level of a rule is the
// severity of its findings, or off.
//
// After the last call of Set, thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "cli/report/findings/finding.h"

namespace structural::findings {

enum class RuleLevel { kOff, kWarning, kError };

// Returns "off", "warning" or "error".
std::string_view Name(RuleLevel level);
// Returns the level with this name; nullopt if no level has it.
std::optional<RuleLevel> LevelNamed(std::string_view name);

class RuleLevels {
 public:
  // Sets the level of a rule. `rule` is an id with static storage duration. A later call overrides an earlier one.
  void Set(std::string_view rule, RuleLevel level) { levels_[rule] = level; }

  // Returns whether a rule that is normally checked only with --strict has a level other than off.
  bool NeedsStrict() const;

  // Removes the findings of rules with the level off, and counts them as suppressed. Sets the severity of findings of
  // other rules with a level. If `strict` is false, also removes findings of those rules of --strict that have no
  // level.
  void Apply(FileReport& report, bool strict) const;

 private:
  std::map<std::string_view, RuleLevel> levels_;
};

// Returns whether the level of the rule can be set. It cannot be set for rules about texts that could not be read.
bool HasLevel(std::string_view rule);

}  // namespace structural::findings
