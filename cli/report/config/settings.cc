#include "cli/report/config/settings.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

#include "cli/report/rules/rules.h"
#include "cli/shared/object_reader.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/reader.h"
#include "files/read_file.h"
#include "schema/base/quote.h"
#include "schema/base/result.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;

using document::Tree;

constexpr std::string_view kKeys[] = {"paths", "kubernetesVersion", "rules", "baseline", "policy"};
constexpr std::string_view kPathKeys[] = {"include", "exclude"};
constexpr std::string_view kPolicies[] = {"objects", "server", "kep"};
constexpr std::string_view kLevels[] = {"off", "warning", "error"};

class ConfigReader {
 public:
  ConfigReader(const document::Document& document, Settings& settings, std::vector<InputProblem>& problems)
      : in_(document, problems), settings_(settings) {}

  void Read() {
    if (!in_.tree().IsObject(Tree::kRoot)) return in_.Fail(Tree::kRoot, "must be an object with settings");
    in_.CheckRepeatedKeys(in_.document(), 0);
    in_.CheckKeys(Tree::kRoot, kKeys, true);
    ReadPaths(in_.FindNonNullMember(Tree::kRoot, "paths"));
    ReadVersion(in_.FindNonNullMember(Tree::kRoot, "kubernetesVersion"));
    ReadRules(in_.FindNonNullMember(Tree::kRoot, "rules"));
    ReadBaseline(in_.FindNonNullMember(Tree::kRoot, "baseline"));
    ReadPolicy(in_.FindNonNullMember(Tree::kRoot, "policy"));
  }

 private:
  using Node = Tree::Node;

  Origin OriginOf(Node node) const { return {.file = settings_.file, .at = in_.PlaceOf(node)}; }

  bool IsObject(Node node, std::string_view key) {
    if (node == Tree::kNone) return false;
    const bool is = in_.tree().IsObject(node);
    if (!is) in_.Fail(node, base::Quote(key) + " must be an object");
    return is;
  }

  void ReadGlobs(Node paths, std::string_view key, Setting<std::vector<std::string>>& to) {
    const Node node = in_.FindNonNullMember(paths, key);
    if (node != Tree::kNone) to = {in_.Texts(paths, key), OriginOf(node)};
  }

  void ReadPaths(Node paths) {
    if (!IsObject(paths, "paths")) return;
    in_.CheckKeys(paths, kPathKeys, true);
    ReadGlobs(paths, "include", settings_.include);
    ReadGlobs(paths, "exclude", settings_.exclude);
  }

  void ReadVersion(Node node) {
    if (node == Tree::kNone) return;
    // the text in the file, because the value of 1.30 without quotes is the number 1.3
    const std::string name = in_.Word(node);
    settings_.kubernetes_version = {name, OriginOf(node)};
    if (validate::Release::Named(name)) return;
    in_.Fail(node, base::Quote(name) + " is not a release from " + validate::Release::Supported());
  }

  void ReadRules(Node rules) {
    if (!IsObject(rules, "rules")) return;
    for (Node each = in_.tree().FirstChild(rules); each != Tree::kNone; each = in_.tree().Next(each)) ReadRule(each);
  }

  void ReadRule(Node node) {
    const std::string id = in_.tree().Key(node);
    const crd::Rule* rule = rules::FindRule(id);
    const auto at = in_.PlaceOfKey(node);
    if (rule == nullptr) return in_.Add(at, rules::UnknownRule(id), true);
    if (!findings::HasLevel(rule->id))
      return in_.Add(at, "the rule " + id + " has no level, because what cannot be read is not checked", true);
    const std::string word = in_.Word(node);
    const auto level = findings::LevelNamed(word);
    if (level) settings_.rules[rule->id] = {*level, OriginOf(node)};
    if (!level) FailWord(node, word, kLevels);
  }

  void ReadBaseline(Node node) {
    const std::string name = in_.Text(Tree::kRoot, "baseline");
    if (node == Tree::kNone || !in_.IsText(node)) return;
    if (name.empty()) return in_.Fail(node, "\"baseline\" must be the path of a file");
    settings_.baseline = {(fs::path(settings_.folder) / name).lexically_normal().string(), OriginOf(node)};
  }

  void ReadPolicy(Node node) {
    const std::string word = in_.Text(Tree::kRoot, "policy");
    if (node == Tree::kNone || !in_.IsText(node)) return;
    settings_.policy = {word, OriginOf(node)};
    if (std::ranges::find(kPolicies, word) == std::end(kPolicies)) FailWord(node, word, kPolicies);
  }

  void FailWord(Node node, std::string_view word, std::span<const std::string_view> words) {
    in_.Fail(node, base::Quote(word) + " is none of " + base::Join(words, ", ") + DidYouMean(MostSimilar(word, words)));
  }

  ObjectReader in_;
  Settings& settings_;
};

// Returns the path of the configuration file in the folder or its nearest parent folder that has one; empty if none has
// one. Does not search above the repository's top folder.
std::string FindAbove(fs::path folder) {
  std::error_code error;
  for (;; folder = folder.parent_path()) {
    if (fs::exists(folder / kConfigName, error)) return (folder / kConfigName).string();
    if (fs::exists(folder / ".git", error) || folder == folder.parent_path()) return {};
  }
}

// Returns the path of the configuration file for the checked paths; empty if they have none. Searches from the folder,
// or from the parent folder of any other path; for `-` and for a git revision such as main, this is the working folder.
// Errors: the paths have different configuration files, or only some of them have one.
base::Result<std::string> FindConfigFile(const std::vector<std::string>& paths) {
  std::error_code error;
  const fs::path current = fs::current_path(error);
  std::string found, without;  // `without`: the first checked path for which no configuration file was found
  for (const std::string& path : paths) {
    fs::path at = path == "-" ? current : (current / path).lexically_normal();
    if (!fs::is_directory(at, error)) at = at.parent_path();
    const std::string file = FindAbove(at);
    if (file.empty() && without.empty()) without = path;
    if (file.empty() || file == found) continue;
    const auto shown = [&](const std::string& each) { return fs::path(each).lexically_proximate(current).string(); };
    if (!found.empty()) {
      return base::Error(base::ErrorCode::kInvalidInput, "the paths have different configuration files, " +
                                                             shown(found) + " and " + shown(file) +
                                                             "; select one by --config, or none by --no-config");
    }
    found = file;
  }
  if (!found.empty() && !without.empty()) {
    return base::Error(
        base::ErrorCode::kInvalidInput,
        fs::path(found).lexically_proximate(current).string() + " does not apply to " + without +
            ", which has no configuration file; select one for all paths by --config, or none by --no-config");
  }
  return found.empty() ? found : fs::path(found).lexically_proximate(current).string();
}

// Reads the text of the configuration file into `settings`, whose `file` and `folder` must be set. Returns the errors
// in the text. Settings without an error are set even if there are errors.
std::vector<InputProblem> ReadConfig(std::string_view text, Settings& settings) {
  std::vector<InputProblem> problems;
  document::Reader reader(text);
  bool any = false;
  while (auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      problems.push_back({problem->at, problem->message, true});
      continue;
    }
    const auto& document = std::get<document::Document>(*next);
    if (document.json == "null") continue;
    if (any) problems.push_back({document.begin, "only one document is allowed", true});
    if (!any) ConfigReader(document, settings, problems).Read();
    any = true;
  }
  return problems;
}

struct RuleChoice {
  std::string_view id;  // static storage duration
  findings::RuleLevel level;
};

// Parses a value of --rule, such as "pattern=off". Error: the rule or the level is unknown.
base::Result<RuleChoice> ParseRule(const std::string& text) {
  const auto equals = text.find('=');
  const std::string id = text.substr(0, equals);
  const auto level = equals == text.npos ? std::nullopt : findings::LevelNamed(text.substr(equals + 1));
  const crd::Rule* rule = rules::FindRule(id);
  const auto invalid = [](std::string message) {
    return base::Error(base::ErrorCode::kInvalidInput, std::move(message));
  };
  if (rule == nullptr) {
    return invalid(rules::UnknownRule(id, "; structural rules lists them"));
  }
  if (!level) return invalid(base::Quote(text) + " is not RULE=off, RULE=warning or RULE=error");
  if (findings::HasLevel(rule->id)) return RuleChoice{rule->id, *level};
  return invalid("the rule " + id + " has no level, because what cannot be read is not checked");
}

// Reads the configuration file, and prints the errors in it. Returns false if there are errors. `named`: whether the
// user named the file with --config. Such a file may be a pipe; a file that was found in a folder must be a regular
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
  if (include.origin.IsFile() || exclude.origin.IsFile()) filter.glob_root = folder.empty() ? "." : folder;
}

void AddSettingsFlags(Command& command, SettingsFlags& flags) {
  auto* file = command
                   .AddOption("--config", flags.file,
                              "Configuration file (default: .structural.yaml in the folder of PATH or\n"
                              "above it, up to the top of the repository)")
                   ->TypeName("FILE");
  command.AddFlag("--no-config", flags.no_config, "Read no configuration file")->Excludes(file);
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
  if (!flags.no_config && flags.file.empty()) {
    const auto found = FindConfigFile(paths);
    if (!found.ok()) {
      PrintError("structural " + command + ": " + found.error().message());
      return std::nullopt;
    }
    settings.file = *found;
  } else if (!flags.no_config) {
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

Argument* AddReleaseFlag(Command& command, const std::string& flag, std::function<void(validate::Release)> set,
                         const std::string& text) {
  const auto check = [](const std::string& name) {
    const bool known = validate::Release::Named(name).has_value();
    return known ? std::string() : "'" + name + "' is not a release from " + validate::Release::Supported();
  };
  const auto parse = [set = std::move(set)](const std::string& name) {
    set(validate::Release::Named(name).value_or(validate::Release()));
  };
  return command.OnValue(flag, parse, text + ";\n" + validate::Release::Supported())->Check(check)->TypeName("1.N");
}

}  // namespace structural::cli
