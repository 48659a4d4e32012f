#include "cli/shared/common_flags.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/shared/output.h"
#include "kube/config/read_file.h"

namespace structural::cli {
namespace {

std::string TextOf(std::chrono::milliseconds time) {
  constexpr int kHour = 3'600'000;
  if (time.count() >= kHour && time.count() % kHour == 0) {
    return std::to_string(time.count() / kHour) + "h";
  }
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + "s"
                                  : std::to_string(time.count()) + "ms";
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::string_view Unquoted(std::string_view text) {
  const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
                      text.front() == text.back();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

class ConfigFile {
 public:
  ConfigFile(CLI::App& command, std::string path) : command_(command), path_(std::move(path)) {}

  void Apply() {
    const auto text = kube::ReadSmallFile(path_);
    if (!text.ok()) throw CLI::ValidationError("--config", text.error().message());
    int number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
      const std::string_view line = Trimmed(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), rest.find('\n')));
      if (!rest.empty()) rest.remove_prefix(1);
      ++number;
      if (!line.empty() && line.front() != '#') Take(line, Place(number));
    }
    for (const auto& set : set_) At(set.second, [&] { set.first->run_callback(); });
  }

 private:
  std::string Place(int line) const { return path_ + ":" + std::to_string(line); }

  void Take(std::string_view line, const std::string& place) {
    const std::size_t sign = line.find('=');
    const std::string name(Trimmed(line.substr(0, sign)));
    CLI::Option* option = command_.get_option_no_throw("--" + name);
    if (option == nullptr || !option->get_configurable())
      throw CLI::ValidationError(place, "the flag '" + name + "' cannot be set here");
    if (option->count() != 0 && !set_.contains(option)) return;  // the command line has it
    const std::string value(
        sign == std::string_view::npos ? "" : Unquoted(Trimmed(line.substr(sign + 1))));
    const bool takes_value = option->get_items_expected_max() != 0;
    if (takes_value && sign == std::string_view::npos)
      throw CLI::ValidationError(place, "'" + name + "' needs a value: " + name + "=VALUE");
    At(place,
       [&] { option->add_result(takes_value ? value : option->get_flag_value(name, value)); });
    set_[option] = place;
  }

  // The parser's words on a value, with the place in front.
  template <typename Step>
  static void At(const std::string& place, Step step) {
    try {
      step();
    } catch (const CLI::ParseError& e) {
      throw CLI::ValidationError(place, e.what());
    }
  }

  CLI::App& command_;
  const std::string path_;
  std::map<CLI::Option*, std::string> set_;  // by the file, and where
};

// As arguments, or, as in kubectl, behind -f; at least one.
void AddPaths(CLI::App& command, std::vector<std::string>& paths, const std::string& help) {
  const auto add = [&paths](const std::vector<std::string>& more) {
    paths.insert(paths.end(), more.begin(), more.end());
  };
  auto* arguments =
      command.add_option_function<std::vector<std::string>>("PATH", add, help)->required();
  command
      .add_option_function<std::vector<std::string>>(
          "-f,--filename",
          [add, arguments](const std::vector<std::string>& more) {
            add(more);
            arguments->required(false);
          },
          "The same as PATH; repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("PATH");
}

}  // namespace

CLI::Option* AddDuration(CLI::App& command, const std::string& name,
                         std::chrono::milliseconds& value, const std::string& help) {
  const auto parse = [&value](const std::string& text) {
    const auto parsed = kube::ParseTimeout(text);
    if (!parsed)
      throw CLI::ValidationError("'" + text + "' is not a duration such as 15s or 1m30s");
    value = *parsed;
  };
  return command.add_option_function<std::string>(name, parse, help)
      ->type_name("DURATION")
      ->default_str(TextOf(value));
}

CLI::Option* AddWord(CLI::App& command, const std::string& name, std::vector<std::string> words,
                     const std::string& now, std::function<void(const std::string&)> take,
                     const std::string& help) {
  return command.add_option_function<std::string>(name, std::move(take), help)
      ->check(CLI::IsMember(std::move(words)))
      ->default_str(now);
}

void AddColorFlag(CLI::App& command) {
  static const std::map<std::string, ColorMode> kModes{
      {"auto", ColorMode::kAuto}, {"always", ColorMode::kAlways}, {"never", ColorMode::kNever}};
  AddWord(command, "--color", {"auto", "always", "never"}, "auto",
          [](const std::string& word) { SetColorMode(kModes.at(word)); },
          "Colors in text output; auto: on a terminal, unless NO_COLOR is set");
}

void AddLogFlags(CLI::App& command, LogFormat& format, int& verbosity, const std::string& levels) {
  AddChoice<LogFormat>(command, "--log-format", format,
                       {{"text", LogFormat::kText}, {"json", LogFormat::kJson}},
                       "Log format; json prints one object per line");
  command.add_option("-v,--v", verbosity, "Log verbosity: " + levels)
      ->check(CLI::Range(0, 9))
      ->capture_default_str();
}

void AddConfigFile(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--config", [&command](const std::string& path) { ConfigFile(command, path).Apply(); },
          "File with flags, one NAME=VALUE per line")
      ->type_name("FILE")
      ->configurable(false);
}

void AddInputFlags(CLI::App& command, std::vector<std::string>& paths, FileFilter& filter) {
  AddPaths(command, paths, "Files and folders; - is standard input");
  command
      .add_option("--include", filter.include,
                  "Globs of files to read in folders (default: *.yaml, *.yml, *.json); repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command
      .add_option("--exclude", filter.exclude,
                  "Globs of files and folders to skip in folders; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command.add_flag_callback(
      "--no-gitignore", [&filter] { filter.gitignore = false; },
      "Also read files that .gitignore files exclude");
}

void AddCrdFlags(CLI::App& command, std::vector<std::string>& paths, std::string& version) {
  AddPaths(command, paths, "Files and folders with CRDs, YAML or JSON; - is standard input");
  command.add_option("--version", version, "Only this version (default: all)")
      ->type_name("VERSION");
}

bool OneStandardInput(const std::vector<std::string>& inputs) {
  return std::ranges::count(inputs, "-") < 2;
}

void AddAllowEmpty(CLI::App& command, bool& allowed) {
  command.add_flag("--allow-empty", allowed, "Exit with 0 if the input has nothing to process");
}

int FoundNothing(const std::string& command, const std::string& what) {
  PrintError("structural " + command + ": no " + what +
             " found in the files (use --allow-empty to accept that)");
  return kExitUsage;
}

}  // namespace structural::cli
