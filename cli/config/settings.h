// Settings: what defaults, the configuration file .structural.yaml and flags say together.
//
// The file is found upwards from the paths that are checked, up to the repository's top, which has .git, or
// the root of the file system. It is read as foreign input: a regular file of at most kMaxConfigBytes, with
// no key or value that is not known.
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
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/findings/rule_levels.h"
#include "cli/shared/arguments.h"
#include "cli/shared/files.h"
#include "document/document.h"

namespace structural::cli {

inline constexpr std::size_t kMaxConfigBytes = 1024 * 1024;

// Where a value comes from: a flag, a place in a file, or neither.
struct Origin {
  std::string flag = {};
  std::string file = {};
  document::Position at = {};

  bool IsFile() const { return !file.empty(); }
  // "--rule", ".structural.yaml:3", "default".
  std::string Text() const;
};

template <typename T>
struct Setting {
  T value = {};
  Origin origin = {};

  // A flag wins over the file.
  void TakeFlag(const Command& command, const char* flag, const T& of_flag) {
    if (command.Given(flag)) *this = {of_flag, {.flag = flag}};
  }
};

struct Settings {
  std::string file;    // that is in force; empty: none
  std::string folder;  // that it is in
  Setting<std::vector<std::string>> include = {FileFilter().include};
  Setting<std::vector<std::string>> exclude;
  Setting<std::string> kubernetes_version;  // empty: the newest release
  Setting<std::string> baseline;            // as to be opened; empty: none
  Setting<std::string> policy;              // "objects", "server" or "kep"; empty: that of the command
  std::map<std::string_view, Setting<findings::RuleLevel>> rules;  // by id

  findings::RuleLevels Levels() const;
  // The flags --include and --exclude of the command, which are in the filter, win over the file; what
  // they leave open is added to it.
  void Filter(const Command& command, FileFilter& filter);
};

// The flags --config, --no-config and --rule. They must outlive the parsing.
struct SettingsFlags {
  std::string file;
  bool none = false;
  std::vector<std::string> rules;  // "pattern=off"
};

void AddSettingsFlags(Command& command, SettingsFlags& flags);
Argument* AddRuleFlag(Command& command, SettingsFlags& flags);

// Of a command that checks these paths, without its own flags. Prints what is wrong with the file, one error a
// line with its place; nullopt then.
std::optional<Settings> ReadSettings(const std::string& command, const std::vector<std::string>& paths,
                                     const SettingsFlags& flags);

}  // namespace structural::cli
