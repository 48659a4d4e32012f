// structural config: prints the values of all settings, and where each value was set.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/report/config/settings.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/validate/release.h"

namespace structural::cli {
namespace {

constexpr const char* kConfigFooter =
    "Examples:\n"
    "  structural config\n"
    "  structural config --rule pattern=off config/crd\n"
    "  structural config --no-config > .structural.yaml\n\n"
    "The output is a configuration file, with the origin of each value: a flag, a line of the file\n"
    "or the default. lint, validate and diff read the file. A setting that does not concern a\n"
    "command has no effect there.\n\n"
    "Exit code: 0, or 2 for a configuration file with errors.\n";

struct ConfigOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  SettingsFlags settings;
  std::string release;
  std::string baseline;
  std::string policy;
};

std::string Words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) base::AppendItem(text, ", ", base::Quote(word));
  return "[" + text + "]";
}

// Returns a setting as a line of a configuration file, with a comment that names its origin.
std::string Line(std::string_view key, std::string_view value, const Origin& origin) {
  std::string text(key);
  text.append(": ").append(value.empty() ? "null" : value).append("  # ").append(origin.Text());
  return text.append("\n");
}

std::string TextOf(const Settings& settings) {
  std::string text = "# configuration file: " + (settings.file.empty() ? "none" : settings.file) + "\npaths:\n";
  text += Line("  include", Words(settings.include.value), settings.include.origin);
  text += Line("  exclude", Words(settings.exclude.value), settings.exclude.origin);
  const auto& version = settings.kubernetes_version;
  const std::string release = version.value.empty() ? validate::Release().Name() : version.value;
  text += Line("kubernetesVersion", base::Quote(release), version.origin);
  if (settings.rules.empty()) text += Line("rules", "{}", {});
  if (!settings.rules.empty()) text += "rules:\n";
  for (const auto& [rule, set] : settings.rules)
    text += Line("  " + std::string(rule), findings::Name(set.value), set.origin);
  const std::string& baseline = settings.baseline.value;
  text += Line("baseline", baseline.empty() ? "" : base::Quote(baseline), settings.baseline.origin);
  return text + Line("policy", settings.policy.value, settings.policy.origin);
}

int RunConfig(const Command& command, ConfigOptions& options) {
  if (options.paths.empty()) options.paths = {"."};
  auto settings = ReadSettings("config", options.paths, options.settings);
  if (!settings) return kExitUsage;
  settings->Filter(command, options.filter);
  settings->kubernetes_version.TakeFlag(command, "--kubernetes-version", options.release);
  settings->baseline.TakeFlag(command, "--baseline", options.baseline);
  settings->policy.TakeFlag(command, "--policy", options.policy);
  std::cout << TextOf(*settings);
  return kExitOk;
}

}  // namespace

void AddConfig(Command& app, int* exit_code) {
  auto options = std::make_shared<ConfigOptions>();
  auto* command = app.AddSubcommand("config", "Print the settings in force and where each comes from");
  command->AddOption("PATH", options->paths, "Files and folders that would be checked (default: .)");
  AddFilterFlags(*command, options->filter);
  AddReleaseFlag(
      *command, "--kubernetes-version", [options](validate::Release release) { options->release = release.Name(); },
      "Check CRDs as this release of Kubernetes does")
      ->DefaultText(validate::Release().Name());
  AddRuleFlag(*command, options->settings);
  command->AddOption("--baseline", options->baseline, "Do not report the findings in this file")->TypeName("FILE");
  command->AddOption("--policy", options->policy, "The rules for changes, as of diff and lint --against")
      ->OneOf({"objects", "server", "kep"});
  AddSettingsFlags(*command, options->settings);
  command->SetHelpTexts(kConfigFooter);
  command->OnRun([=] { *exit_code = RunGuarded("config", [&] { return RunConfig(*command, *options); }); });
}

}  // namespace structural::cli
