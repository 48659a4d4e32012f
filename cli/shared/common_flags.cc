#include "cli/shared/common_flags.h"

#include <CLI/CLI.hpp>

#include "kube/config/config_flags.h"

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

void AddLogFlags(CLI::App& command, LogFormat& format, int& verbosity, const std::string& levels) {
  AddChoice<LogFormat>(command, "--log-format", format,
                       {{"text", LogFormat::kText}, {"json", LogFormat::kJson}},
                       "Log format; json prints one object per line");
  command.add_option("-v,--v", verbosity, "Log verbosity: " + levels)
      ->check(CLI::Range(0, 9))
      ->capture_default_str();
}

}  // namespace structural::cli
