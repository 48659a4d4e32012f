#include "cli/shared/common_flags.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::string TextOf(std::chrono::milliseconds time) {
  constexpr int kHour = 3'600'000;
  if (time.count() >= kHour && time.count() % kHour == 0) {
    return std::to_string(time.count() / kHour) + "h";
  }
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + "s" : std::to_string(time.count()) + "ms";
}

// Splits the value of a flag at commas, except commas in quotes, like the flags of kubectl. Returns at least one text.
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

Argument* AddPathArguments(Command& command, std::vector<std::string>& paths, const std::string& help) {
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

Argument* AddDurationFlag(Command& command, const std::string& name, std::chrono::milliseconds& value,
                          const std::string& help) {
  const auto parse = [&value](const std::string& text) {
    const auto parsed = kube::ParseTimeout(text);
    if (!parsed) FailValidation("'" + text + "' is not a duration such as 15s or 1m30s");
    value = *parsed;
  };
  return command.OnValue(name, parse, help)->TypeName("DURATION")->DefaultText(TextOf(value));
}

Argument* AddWordFlag(Command& command, const std::string& name, std::vector<std::string> words, const std::string& now,
                      std::function<void(const std::string&)> take, const std::string& help) {
  return command.OnValue(name, std::move(take), help)->OneOf(std::move(words))->DefaultText(now);
}

void AddColorFlag(Command& command) {
  static const std::map<std::string, ColorMode> kModes{
      {"auto", ColorMode::kAuto}, {"always", ColorMode::kAlways}, {"never", ColorMode::kNever}};
  AddWordFlag(
      command, "--color", {"auto", "always", "never"}, "auto",
      [](const std::string& word) { SetColorMode(kModes.at(word)); },
      "Colors in text output; auto: on a terminal, unless NO_COLOR is set");
}

void AddLogFlags(Command& command, LogFormat& format, int& verbosity, const std::string& levels) {
  AddChoiceFlag<LogFormat>(command, "--log-format", format, {{"text", LogFormat::kText}, {"json", LogFormat::kJson}},
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
  AddPathArguments(command, paths, "Files and folders; - is standard input")->Required();
  AddFilterFlags(command, filter);
}

void AddCrdFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter, std::string& version) {
  AddPathArguments(command, paths, "Files and folders with CRDs, YAML or JSON; - is standard input")->Required();
  AddFilterFlags(command, filter);
  command.AddOption("--version", version, "Only this version (default: all)")->TypeName("VERSION");
}

bool ReadsStandardInputOnce(const std::vector<std::string>& inputs) { return std::ranges::count(inputs, "-") < 2; }

void AddAllowEmptyFlag(Command& command, bool& allowed) {
  command.AddFlag("--allow-empty", allowed, "Exit with 0 if the input has nothing to process");
}

int ReportNothingFound(const std::string& command, const std::string& what) {
  PrintError("structural " + command + ": no " + what + " found in the files (use --allow-empty to accept that)");
  return kExitUsage;
}

namespace {

constexpr const char* kGroup = kConnectionGroup;

void AddText(Command& command, const char* flag, std::string* value, const char* type, const char* help) {
  command.AddOption(flag, *value, help)->TypeName(type)->Group(kGroup)->TakeLast();
}

void AddImpersonation(Command& command, kube::Impersonation* as) {
  AddText(command, "--as", &as->user, "USER", "User to impersonate; can be a service account");
  AddText(command, "--as-uid", &as->uid, "UID", "UID to impersonate");
  command.AddOption("--as-group", as->groups, "Group to impersonate; repeatable")->TypeName("GROUP")->Group(kGroup);
  const auto add_extra = [as](const std::string& pair) {
    const size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string::npos) {
      FailValidation("--as-user-extra", "must be KEY=VALUE");
    }
    as->extra.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  };
  command
      .OnValues(
          "--as-user-extra",
          [add_extra](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) add_extra(pair);
          },
          "Extra attribute of the impersonated user; repeatable")
      ->TypeName("KEY=VALUE")
      ->Group(kGroup);
}

void AddTimeout(Command& command, kube::ConfigFlags* flags) {
  command
      .OnValue(
          "--request-timeout",
          [flags](const std::string& text) {
            flags->request_timeout = kube::ParseTimeout(text);
            if (flags->request_timeout) return;
            FailValidation("--request-timeout", "must be like 30, 30s or 1m30s");
          },
          "Timeout of one request; 0: no limit")
      ->TypeName("DURATION")
      ->Group(kGroup);
}

// Adds the connection flags except --context and --cluster.
void AddServerFlags(Command& command, kube::ConfigFlags* flags) {
  AddText(command, "--kubeconfig", &flags->kubeconfig, "FILE", "Path of the kubeconfig");
  AddText(command, "--user", &flags->user, "NAME", "User of the kubeconfig to use");
  AddText(command, "-s,--server", &flags->server, "URL", "Address of the API server");
  AddText(command, "--token", &flags->token, "TOKEN", "Bearer token to authenticate with");
  AddText(command, "--username", &flags->username, "NAME", "User for basic authentication");
  AddText(command, "--password", &flags->password, "PASSWORD", "Password of that user");
  AddImpersonation(command, &flags->impersonate);
  AddText(command, "--certificate-authority", &flags->certificate_authority, "FILE",
          "File with the trusted certificate authorities");
  AddText(command, "--client-certificate", &flags->client_certificate, "FILE", "Client certificate for authentication");
  AddText(command, "--client-key", &flags->client_key, "FILE", "Key of the client certificate");
  AddText(command, "--tls-server-name", &flags->tls_server_name, "NAME", "Name to expect in the server's certificate");
  command
      .AddFlag("--insecure-skip-tls-verify", flags->insecure_skip_tls_verify,
               "Do not check the server's certificate; for tests only")
      ->Group(kGroup);
  command.AddFlag("--disable-compression", flags->disable_compression, "Do not request compressed responses")
      ->Group(kGroup);
  AddTimeout(command, flags);
}

void AddContext(Command& command, kube::ConfigFlags* flags) {
  AddText(command, "--context", &flags->context, "NAME", "Context of the kubeconfig to use");
}

}  // namespace

void AddConnectionFlags(Command& command, kube::ConfigFlags* flags) {
  AddText(command, "--cluster", &flags->cluster, "NAME", "Cluster of the kubeconfig to use");
  AddServerFlags(command, flags);
}

void AddConfigFlags(Command& command, kube::ConfigFlags* flags) {
  AddContext(command, flags);
  AddConnectionFlags(command, flags);
}

Argument* AddClusterFlag(Command& command, kube::ConfigFlags* flags, const std::string& help) {
  AddContext(command, flags);
  AddServerFlags(command, flags);
  return command.AddFlag("--cluster", flags->cluster, "NAME", help);
}

void RequireCluster(Command& command) {
  if (command.Given("--cluster")) return;
  for (const CLI::Option* option : command.app().get_options()) {
    if (option->get_group() == kGroup && option->count() > 0) FailRequires(option->get_name(), "--cluster");
  }
}

}  // namespace structural::cli
