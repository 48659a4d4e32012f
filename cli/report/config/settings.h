// Settings: the settings of a command. A flag overrides the configuration file .structural.yaml, which overrides the
// default.
//
// The file is searched in the folders of the checked paths and in their parent folders, up to the repository's top
// folder, which contains .git, or up to the root of the file system. A file that was found in this way is not trusted:
// it must be a regular file of at most kMaxConfigBytes. Unknown keys and values are errors.
//
//   paths: {include: ["*.yaml"], exclude: [testdata]}
//   kubernetesVersion: "1.30"
//   rules: {apply-size: off, pattern: warning}
//   baseline: lint-baseline.txt
//   policy: server
//
// docs/schemas/config.json is a JSON Schema of the file, for editors.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/rule_levels.h"
#include "cli/shared/arguments.h"
#include "cli/shared/files.h"
#include "document/document.h"
#include "schema/validate/release.h"

namespace structural::cli {

inline constexpr std::size_t kMaxConfigBytes = 1024 * 1024;

// The origin of a setting's value: a flag, a place in a file, or the default.
struct Origin {
  // The flag that set the value, such as "--rule"; empty if no flag set it.
  std::string flag = {};
  // The file that set the value; empty if no file set it.
  std::string file = {};
  // The position of the value in `file`.
  document::Position at = {};

  bool IsFile() const { return !file.empty(); }
  // Returns "--rule", ".structural.yaml:3" or "default".
  std::string Text() const;
};

template <typename T>
struct Setting {
  T value = {};
  Origin origin = {};

  // Replaces the value by `flag_value` if the user set the flag `flag`, such as "--baseline".
  void TakeFlag(const Command& command, const char* flag, const T& flag_value) {
    if (command.Given(flag)) *this = {flag_value, {.flag = flag}};
  }
};

struct Settings {
  std::string file;    // path of the configuration file; empty: no file is used
  std::string folder;  // folder of the configuration file; empty: no file is used
  Setting<std::vector<std::string>> include = {FileFilter().include};
  Setting<std::vector<std::string>> exclude;
  Setting<std::string> kubernetes_version;                         // "1.30"; empty: the newest supported release
  Setting<std::string> baseline;                                   // path of the baseline; empty: no baseline
  Setting<std::string> policy;                                     // "objects", "server" or "kep"; empty: not set
  std::map<std::string_view, Setting<findings::RuleLevel>> rules;  // levels by the id of the rule

  // Returns the levels of `rules`.
  findings::RuleLevels Levels() const;
  // Sets the patterns of the filter to `include` and `exclude`. If the user gave --include or --exclude, the patterns
  // of the flag, which the filter already contains, first replace those of the setting.
  void Filter(const Command& command, FileFilter& filter);
};

// The values of the flags --config, --no-config and --rule. Must exist until the command line is parsed.
struct SettingsFlags {
  std::string file;
  // True: --no-config was given, so no configuration file is read.
  bool no_config = false;
  std::vector<std::string> rules;  // values of --rule, such as "pattern=off"
};

// Adds --config, --no-config and --rule.
void AddSettingsFlags(Command& command, SettingsFlags& flags);
// Adds --rule, without --config and --no-config.
Argument* AddRuleFlag(Command& command, SettingsFlags& flags);

// Returns the settings of a command for these paths, from the configuration file and `flags`. Does not apply other
// flags of the command, such as --baseline (see Setting::TakeFlag). If the configuration file or a value of --rule has
// errors, prints them, one per line with its place, and returns nullopt.
std::optional<Settings> ReadSettings(const std::string& command, const std::vector<std::string>& paths,
                                     const SettingsFlags& flags);

// Adds a flag whose value is a release of Kubernetes, such as "1.30" or "v1.30.4". The help lists the supported
// releases, and so does the error for any other value. `set` is called with the release when the command line is
// parsed, so the objects that it refers to must exist until then. `text` is the help of the flag.
Argument* AddReleaseFlag(Command& command, const std::string& flag, std::function<void(validate::Release)> set,
                         const std::string& text);

}  // namespace structural::cli
