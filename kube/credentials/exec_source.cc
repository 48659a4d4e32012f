#include "kube/credentials/exec_source.h"

#include <map>
#include <utility>

#include <unistd.h>

#include "kube/credentials/program.h"
#include "kube/tls/material.h"
#include "schema/go/base64.h"
#include "schema/json/write.h"

namespace structural::kube {
namespace {

void AddText(const char* key, const std::string& text, json::Writer& to) {
  if (!text.empty()) to.Add(key, text);
}

void AddCluster(const ExecConfig& exec, const ClientConfig& config, json::Writer& to) {
  to.Key("cluster").BeginObject().Add("server", config.server);
  AddText("tls-server-name", config.tls.server_name, to);
  if (config.tls.insecure_skip_verify) to.Add("insecure-skip-tls-verify", true);
  AddText("certificate-authority-data", go::EncodeBase64(config.tls.ca_pem), to);
  AddText("proxy-url", config.proxy_url, to);
  if (config.disable_compression) to.Add("disable-compression", true);
  if (!exec.cluster_config.empty()) to.Key("config").Raw(exec.cluster_config);
  to.EndObject();
}

// Returns the ExecCredential for an exec plugin (KUBERNETES_EXEC_INFO) as JSON. It includes the
// cluster if the kubeconfig sets provideClusterInfo.
// Upstream: rest/exec.go ConfigToExecCluster (client-go 0.37)
std::string ExecInfo(const ExecConfig& exec, const ClientConfig& config, bool interactive) {
  json::Writer to;
  to.BeginObject().Add("kind", "ExecCredential").Add("apiVersion", exec.api_version);
  to.Key("spec").BeginObject();
  if (exec.provide_cluster_info) AddCluster(exec, config, to);
  return to.Add("interactive", interactive).EndObject().EndObject().Take();
}

// Returns the process's environment without its own changes (kube/tls/material.h).
std::map<std::string, std::string> EnvironmentForPrograms() {
  std::map<std::string, std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string entry = *at;
    const size_t equals = entry.find('=');
    if (equals != std::string::npos) variables[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : DivertedVariables()) {
    variables.erase(name);
    if (!value.empty()) variables[name] = value;
  }
  return variables;
}

using base::Error;
using base::ErrorCode;
using base::Result;

bool Matches(const ExecCredential& held, const Credentials& credentials) {
  return credentials.authorization == (held.token.empty() ? "" : "Bearer " + held.token) &&
         credentials.client_cert_pem == held.client_cert_pem;
}

class ExecSource : public CredentialSource {
 public:
  ExecSource(const ClientConfig& config, ExecOptions options) : config_(config), options_(std::move(options)) {}

  Result<Credentials> Get(std::stop_token stop) override;
  bool Refuse(const Credentials& credentials) override;

 private:
  bool IsFresh() const { return held_ && (!held_->expires || options_.now() <= *held_->expires); }
  Credentials Held() const;
  Result<ExecCredential> Run(std::stop_token stop) const;
  Error Explain(const Error& error) const;

  const ClientConfig config_;
  const ExecOptions options_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool running_ = false;
  int runs_ = 0;  // number of finished runs
  std::optional<ExecCredential> held_;
  std::optional<Error> failure_;  // error of the last run of the program; nullopt after a success
};

Credentials ExecSource::Held() const {
  return {.authorization = held_->token.empty() ? "" : "Bearer " + held_->token,
          .client_cert_pem = held_->client_cert_pem,
          .client_key_pem = held_->client_key_pem};
}

Result<Credentials> ExecSource::Get(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  const int before = runs_;
  if (!changed_.wait(lock, stop, [this] { return !running_; })) {
    return Error(ErrorCode::kCancelled, "stopped by the caller");
  }
  if (IsFresh()) return Held();
  const bool waited = runs_ != before;
  if (waited && failure_ && failure_->code() != ErrorCode::kCancelled) return *failure_;
  running_ = true;
  lock.unlock();
  Result<ExecCredential> fresh = Run(stop);
  lock.lock();
  running_ = false;
  ++runs_;
  changed_.notify_all();
  failure_.reset();
  if (!fresh.ok()) {
    failure_ = fresh.error().In("exec plugin " + config_.exec->command);
    return *failure_;
  }
  held_ = std::move(*fresh);
  return Held();
}

bool ExecSource::Refuse(const Credentials& credentials) {
  const std::lock_guard lock(mutex_);
  // The refusal of another request may have led to newer credentials already.
  if (held_ && Matches(*held_, credentials)) held_.reset();
  return true;
}

Result<ExecCredential> ExecSource::Run(std::stop_token stop) const {
  const ExecConfig& exec = *config_.exec;
  const bool terminal = ::isatty(STDIN_FILENO) == 1;
  if (exec.interactive == ExecConfig::Interactive::kAlways && !terminal) {
    return Error(ErrorCode::kInvalidInput, "its interactiveMode is Always, but standard input is not a terminal");
  }
  Program program;
  program.interactive = terminal && exec.interactive != ExecConfig::Interactive::kNever;
  program.timeout = program.interactive ? options_.interactive_timeout : options_.timeout;
  program.argv.push_back(exec.command);
  for (const std::string& arg : exec.args) program.argv.push_back(arg);
  std::map<std::string, std::string> environment = EnvironmentForPrograms();
  for (const auto& [name, value] : exec.env) environment[name] = value;
  environment["KUBERNETES_EXEC_INFO"] = ExecInfo(exec, config_, program.interactive);
  for (const auto& [name, value] : environment) program.environment.push_back(name + "=" + value);
  const Result<ProgramOutcome> outcome = RunProgram(program, stop);
  if (!outcome.ok()) return Explain(outcome.error());
  if (outcome->exit_code != 0) {
    return Error(ErrorCode::kInvalidInput, "it failed with exit code " + std::to_string(outcome->exit_code) +
                                               "; see its messages on standard error");
  }
  return ParseExecCredential(outcome->output, exec.api_version);
}

Error ExecSource::Explain(const Error& error) const {
  if (error.code() != ErrorCode::kNotFound) return error;
  const std::string& hint = config_.exec->install_hint;
  return {ErrorCode::kInvalidInput, "not found; install it, or correct users[].user.exec.command of the kubeconfig" +
                                        (hint.empty() ? "" : ": " + hint)};
}

}  // namespace

std::unique_ptr<CredentialSource> NewExecSource(const ClientConfig& config, ExecOptions options) {
  return std::make_unique<ExecSource>(config, std::move(options));
}

}  // namespace structural::kube
