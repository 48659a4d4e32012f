#include "cli/report/config/settings.h"

#include <filesystem>
#include <utility>

#include "cli/report/config/config_file.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/output.h"
#include "files/read_file.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

struct RuleChoice {
  std::string_view id;  // static storage duration
  findings::RuleLevel level;
};

// Errors: "pattern=off" is invalid.
base::Result<RuleChoice> ParseRule(const std::string& text) {
  const auto equals = text.find('=');
  const std::string id = text.substr(0, equals);
  const auto level = equals == text.npos ? std::nullopt : findings::LevelNamed(text.substr(equals + 1));
  const crd::Rule* rule = rules::FindRule(id);
  const auto invalid = [](std::string message) {
    return base::Error(base::ErrorCode::kInvalidInput, std::move(message));
  };
  if (rule == nullptr) {
    const std::string_view similar = rules::SimilarRule(id);
    return invalid(
        "unknown rule " + base::Quote(id) +
        (similar.empty() ? "; structural rules lists them" : "; did you mean " + base::Quote(similar) + "?"));
  }
  if (!level) return invalid(base::Quote(text) + " is not RULE=off, RULE=warning or RULE=error");
  if (findings::HasLevel(rule->id)) return RuleChoice{rule->id, *level};
  return invalid("the rule " + id + " has no level, because what cannot be read is not checked");
}

// A file that the user named may be a pipe. A file that was found in a folder must be a regular
// file.
bool ReadFile(const std::string& command, bool named, Settings& settings) {
  const auto kind = named ? files::FileKind::kAny : files::FileKind::kRegular;
  const auto text = files::ReadFile(settings.file, kMaxConfigBytes, kind);
  if (!text.ok()) {
    PrintError("structural " + command + ": " + settings.file + ": " + text.error().message());
    return false;
  }
  const auto problems = ReadConfig(*text, settings);
  for (const InputProblem& problem : problems)
    PrintError(document::PlaceText(settings.file, problem.at) + ": " + problem.message);
  return problems.empty();
}

}  // namespace

std::string Origin::Text() const {
  if (!flag.empty()) return flag;
  return file.empty() ? "default" : file + ":" + std::to_string(at.line);
}

findings::RuleLevels Settings::Levels() const {
  findings::RuleLevels levels;
  for (const auto& [rule, set] : rules) levels.Set(rule, set.value);
  return levels;
}

void Settings::Filter(const Command& command, FileFilter& filter) {
  include.TakeFlag(command, "--include", filter.include);
  exclude.TakeFlag(command, "--exclude", filter.exclude);
  filter.include = include.value;
  filter.exclude = exclude.value;
  if (include.origin.IsFile() || exclude.origin.IsFile()) filter.below = folder.empty() ? "." : folder;
}

void AddSettingsFlags(Command& command, SettingsFlags& flags) {
  auto* file = command
                   .AddOption("--config", flags.file,
                              "Configuration file (default: .structural.yaml in the folder of PATH or\n"
                              "above it, up to the top of the repository)")
                   ->TypeName("FILE");
  command.AddFlag("--no-config", flags.none, "Read no configuration file")->Excludes(file);
}

Argument* AddRuleFlag(Command& command, SettingsFlags& flags) {
  const auto check = [](const std::string& text) {
    const auto parsed = ParseRule(text);
    return parsed.ok() ? std::string() : parsed.error().message();
  };
  return command
      .AddOption("--rule", flags.rules,
                 "Report the findings of a rule as errors, as warnings or not at all: off,\n"
                 "warning or error; repeatable")
      ->Check(check)
      ->TypeName("RULE=LEVEL");
}

std::optional<Settings> ReadSettings(const std::string& command, const std::vector<std::string>& paths,
                                     const SettingsFlags& flags) {
  Settings settings;
  if (!flags.none && flags.file.empty()) {
    const auto found = FindConfigFile(paths);
    if (!found.ok()) {
      PrintError("structural " + command + ": " + found.error().message());
      return std::nullopt;
    }
    settings.file = *found;
  } else if (!flags.none) {
    settings.file = flags.file;
  }
  settings.folder = std::filesystem::path(settings.file).parent_path().string();
  if (!settings.file.empty() && !ReadFile(command, !flags.file.empty(), settings)) return std::nullopt;
  for (const std::string& text : flags.rules) {
    const auto rule = ParseRule(text);
    if (rule.ok()) settings.rules[rule->id] = {rule->level, {.flag = "--rule"}};
  }
  return settings;
}

}  // namespace structural::cli
