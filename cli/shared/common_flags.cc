#include "cli/shared/common_flags.h"

#include <algorithm>
#include <string_view>

#include "cli/shared/output.h"
#include "kube/config/read_file.h"

namespace structural::cli {
namespace {

std::string TextOf(std::chrono::milliseconds time) {
  constexpr int kHour = 3'600'000;
  if (time.count() >= kHour && time.count() % kHour == 0) {
    return std::to_string(time.count() / kHour) + "h";
  }
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + "s" : std::to_string(time.count()) + "ms";
}

// Splits a list as Kubernetes' flags do: a text in quotes may contain commas. Never empty.
// Upstream: spf13/pflag string_slice.go readAsCSV
std::vector<std::string> CommaSeparated(const std::string& list) {
  std::vector<std::string> values(1);
  bool quoted = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool begins = values.back().empty() && (i == 0 || list[i - 1] == ',');
    if (list[i] == '"' && quoted && i + 1 < list.size() && list[i + 1] == '"') {
      values.back() += list[++i];
    } else if (list[i] == '"' && (quoted || begins)) {
      quoted = !quoted;
    } else if (list[i] == ',' && !quoted) {
      values.emplace_back();
    } else {
      values.back() += list[i];
    }
  }
  return values;
}

}  // namespace

Argument* AddPaths(Command& command, std::vector<std::string>& paths, const std::string& help) {
  const auto add = [&paths](const std::vector<std::string>& more) {
    paths.insert(paths.end(), more.begin(), more.end());
  };
  auto* arguments = command.OnValues("PATH", add, help);
  command
      .OnValues(
          "-f,--filename",
          [add, arguments](const std::vector<std::string>& lists) {
            for (const std::string& list : lists) add(CommaSeparated(list));
            arguments->Required(false);
          },
          "The same as PATH, with commas between several; repeatable")
      ->TypeName("PATH");
  return arguments;
}

Argument* AddDuration(Command& command, const std::string& name, std::chrono::milliseconds& value,
                      const std::string& help) {
  const auto parse = [&value](const std::string& text) {
    const auto parsed = kube::ParseTimeout(text);
    if (!parsed) FailValidation("'" + text + "' is not a duration such as 15s or 1m30s");
    value = *parsed;
  };
  return command.OnValue(name, parse, help)->TypeName("DURATION")->DefaultText(TextOf(value));
}

Argument* AddWord(Command& command, const std::string& name, std::vector<std::string> words, const std::string& now,
                  std::function<void(const std::string&)> take, const std::string& help) {
  return command.OnValue(name, std::move(take), help)->OneOf(std::move(words))->DefaultText(now);
}

void AddColorFlag(Command& command) {
  static const std::map<std::string, ColorMode> kModes{
      {"auto", ColorMode::kAuto}, {"always", ColorMode::kAlways}, {"never", ColorMode::kNever}};
  AddWord(
      command, "--color", {"auto", "always", "never"}, "auto",
      [](const std::string& word) { SetColorMode(kModes.at(word)); },
      "Colors in text output; auto: on a terminal, unless NO_COLOR is set");
}

void AddLogFlags(Command& command, LogFormat& format, int& verbosity, const std::string& levels) {
  AddChoice<LogFormat>(command, "--log-format", format, {{"text", LogFormat::kText}, {"json", LogFormat::kJson}},
                       "Log format; json prints one object per line");
  command.AddOption("-v,--v", verbosity, "Log verbosity: " + levels)->Between(0, 9)->ShowDefault();
}

void AddFilterFlags(Command& command, FileFilter& filter) {
  command
      .AddOption("--include", filter.include,
                 "Globs of files to read in folders (default: *.yaml, *.yml, *.json); repeatable")
      ->TypeName("GLOB");
  command.AddOption("--exclude", filter.exclude, "Globs of files and folders to skip in folders; repeatable")
      ->TypeName("GLOB");
  command.OnFlag(
      "--no-gitignore", [&filter] { filter.gitignore = false; }, "Also read files that .gitignore files exclude");
}

void AddInputFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter) {
  AddPaths(command, paths, "Files and folders; - is standard input")->Required();
  AddFilterFlags(command, filter);
}

void AddCrdFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter, std::string& version) {
  AddPaths(command, paths, "Files and folders with CRDs, YAML or JSON; - is standard input")->Required();
  AddFilterFlags(command, filter);
  command.AddOption("--version", version, "Only this version (default: all)")->TypeName("VERSION");
}

bool OneStandardInput(const std::vector<std::string>& inputs) { return std::ranges::count(inputs, "-") < 2; }

void AddAllowEmpty(Command& command, bool& allowed) {
  command.AddFlag("--allow-empty", allowed, "Exit with 0 if the input has nothing to process");
}

int ReportNothingFound(const std::string& command, const std::string& what) {
  PrintError("structural " + command + ": no " + what + " found in the files (use --allow-empty to accept that)");
  return kExitUsage;
}

}  // namespace structural::cli
