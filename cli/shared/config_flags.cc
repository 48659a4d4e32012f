#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"

namespace structural::cli {
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
