// RuleLevels: the severities of rules that flags and the configuration file set.
//
// Not changed after it is made: safe to read from several threads.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "cli/findings/finding.h"

namespace structural::findings {

enum class RuleLevel { kOff, kWarning, kError };

// "off", "warning", "error".
std::string_view Name(RuleLevel level);
std::optional<RuleLevel> LevelNamed(std::string_view name);

class RuleLevels {
 public:
  // The rule by its id in static storage. A later call wins.
  void Set(std::string_view rule, RuleLevel level) { levels_[rule] = level; }

  // Whether a rule that only --strict checks has a level other than off.
  bool NeedsStrict() const;

  // Removes the findings of rules with the level off, and counts them as suppressed. Sets the severity of the others by
  // their level. If the run is not strict, removes findings of strict rules without a level.
  void Apply(FileReport& report, bool strict) const;

 private:
  std::map<std::string_view, RuleLevel> levels_;
};

// Whether the level of the rule can be set. It cannot for rules about texts that could not be read and were not checked.
bool HasLevel(std::string_view rule);

}  // namespace structural::findings
