// Settings: the combined values of defaults, the configuration file .structural.yaml and flags.
//
// The file is searched in the folders above the checked paths, up to the repository's top, which
// has .git, or the root of the file system. It counts as untrusted: it must be a regular file of at
// most kMaxConfigBytes, and unknown keys and values are errors.
//
//   paths: {include: ["*.yaml"], exclude: [testdata]}
//   kubernetesVersion: "1.30"
//   rules: {apply-size: off, pattern: warning}
//   baseline: lint-baseline.txt
//   policy: server
//
// docs/schemas/config.json describes it for editors.
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

// The origin of a value: a flag, a place in a file, or the default.
struct Origin {
  std::string flag = {};
  std::string file = {};
  document::Position at = {};

  bool IsFile() const { return !file.empty(); }
  // Returns "--rule", ".structural.yaml:3" or "default".
  std::string Text() const;
};

template <typename T>
struct Setting {
  T value = {};
  Origin origin = {};

  // Replaces the file's value by the value of the flag, if the flag was set.
  void TakeFlag(const Command& command, const char* flag, const T& of_flag) {
    if (command.Given(flag)) *this = {of_flag, {.flag = flag}};
  }
};

struct Settings {
  std::string file;    // the configuration file; may be empty
  std::string folder;  // folder of the configuration file
  Setting<std::vector<std::string>> include = {FileFilter().include};
  Setting<std::vector<std::string>> exclude;
  Setting<std::string> kubernetes_version;                         // empty: the newest release
  Setting<std::string> baseline;                                   // path; may be empty
  Setting<std::string> policy;                                     // "objects", "server" or "kep"; may be empty
  std::map<std::string_view, Setting<findings::RuleLevel>> rules;  // levels by the id of the rule

  findings::RuleLevels Levels() const;
  // Adds the file's include and exclude patterns to the filter. The flags --include and --exclude of the command, which
  // are already in the filter, override the patterns of the file.
  void Filter(const Command& command, FileFilter& filter);
};

// The flags --config, --no-config and --rule. Must outlive the parsing.
struct SettingsFlags {
  std::string file;
  bool none = false;
  std::vector<std::string> rules;  // values of --rule, such as "pattern=off"
};

void AddSettingsFlags(Command& command, SettingsFlags& flags);
Argument* AddRuleFlag(Command& command, SettingsFlags& flags);

// Reads the settings of a command for these paths, without the command's own flags. If the configuration file has
// errors, prints them, one per line with its place, and returns nullopt.
std::optional<Settings> ReadSettings(const std::string& command, const std::vector<std::string>& paths,
                                     const SettingsFlags& flags);

// Adds a flag whose value is a release of Kubernetes, such as "1.30" or "v1.30.4". The help and the error for any other
// value list the supported releases. `set` is called during the parsing, so its references must stay valid until then.
Argument* AddReleaseFlag(Command& command, const std::string& flag, std::function<void(validate::Release)> set,
                         const std::string& text);

}  // namespace structural::cli
