// RuleLevels: what the user wants findings of a rule to be, other than the rule itself says.
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

  // Takes out the findings of rules that are off, and counts them as suppressed; the others have the
  // severity of their level. Where the run is not strict, takes out those that only --strict finds and
  // that have no level.
  void Apply(FileReport& report, bool strict) const;

 private:
  std::map<std::string_view, RuleLevel> levels_;
};

// Whether its findings can have another level: not where something could not be read and was not checked.
bool HasLevel(std::string_view rule);

}  // namespace structural::findings
