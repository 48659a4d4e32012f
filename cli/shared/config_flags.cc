#include "cli/shared/common_flags.h"

#include <CLI/CLI.hpp>

namespace structural::cli {
namespace {

constexpr const char* kGroup = kConnectionGroup;

void AddText(CLI::App& command, const char* flag, std::string* value, const char* type,
             const char* help) {
  command.add_option(flag, *value, help)
      ->type_name(type)
      ->group(kGroup)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void AddImpersonation(CLI::App& command, kube::Impersonation* as) {
  AddText(command, "--as", &as->user, "USER", "User to impersonate; can be a service account");
  AddText(command, "--as-uid", &as->uid, "UID", "UID to impersonate");
  command.add_option("--as-group", as->groups, "Group to impersonate; repeatable")
      ->type_name("GROUP")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
  const auto add_extra = [as](const std::string& pair) {
    const size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw CLI::ValidationError("--as-user-extra", "must be KEY=VALUE");
    }
    as->extra.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--as-user-extra",
          [add_extra](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) add_extra(pair);
          },
          "Extra attribute of the impersonated user; repeatable")
      ->type_name("KEY=VALUE")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(kGroup);
}

void AddTimeout(CLI::App& command, kube::ConfigFlags* flags) {
  command
      .add_option_function<std::string>(
          "--request-timeout",
          [flags](const std::string& text) {
            flags->request_timeout = kube::ParseTimeout(text);
            if (flags->request_timeout) return;
            throw CLI::ValidationError("--request-timeout", "must be like 30, 30s or 1m30s");
          },
          "Timeout of one request; 0: no limit")
      ->type_name("DURATION")
      ->group(kGroup);
}

}  // namespace

void AddConnectionFlags(CLI::App& command, kube::ConfigFlags* flags) {
  AddText(command, "--kubeconfig", &flags->kubeconfig, "FILE", "Path of the kubeconfig");
  AddText(command, "--cluster", &flags->cluster, "NAME", "Cluster of the kubeconfig to use");
  AddText(command, "--user", &flags->user, "NAME", "User of the kubeconfig to use");
  AddText(command, "-s,--server", &flags->server, "URL", "Address of the API server");
  AddText(command, "--token", &flags->token, "TOKEN", "Bearer token to authenticate with");
  AddText(command, "--username", &flags->username, "NAME", "User for basic authentication");
  AddText(command, "--password", &flags->password, "PASSWORD", "Password of that user");
  AddImpersonation(command, &flags->impersonate);
  AddText(command, "--certificate-authority", &flags->certificate_authority, "FILE",
          "File with the trusted certificate authorities");
  AddText(command, "--client-certificate", &flags->client_certificate, "FILE",
          "Client certificate for authentication");
  AddText(command, "--client-key", &flags->client_key, "FILE", "Key of the client certificate");
  AddText(command, "--tls-server-name", &flags->tls_server_name, "NAME",
          "Name to expect in the server's certificate");
  command
      .add_flag("--insecure-skip-tls-verify", flags->insecure_skip_tls_verify,
                "Do not check the server's certificate; for tests only")
      ->group(kGroup);
  command
      .add_flag("--disable-compression", flags->disable_compression,
                "Do not request compressed responses")
      ->group(kGroup);
  AddTimeout(command, flags);
}

void AddConfigFlags(CLI::App& command, kube::ConfigFlags* flags) {
  AddText(command, "--context", &flags->context, "NAME", "Context of the kubeconfig to use");
  AddConnectionFlags(command, flags);
}

CLI::Option* AddClusterFlag(CLI::App& command, kube::ConfigFlags* flags, const std::string& help) {
  AddConfigFlags(command, flags);
  return command.get_option("--cluster")->expected(0, 1)->description(help)->group("Options");
}

}  // namespace structural::cli
