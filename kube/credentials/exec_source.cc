#include "kube/credentials/exec_source.h"

#include <ctime>
#include <map>
#include <utility>

#include <unistd.h>

#include "kube/credentials/program.h"
#include "kube/tls/material.h"
#include "schema/base/arena.h"
#include "schema/go/base64.h"
#include "schema/json/reader.h"
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

// Returns the value of KUBERNETES_EXEC_INFO for an exec plugin: an ExecCredential as JSON. It includes the cluster if
// the kubeconfig sets provideClusterInfo. `interactive`: the plugin can read from the terminal.
// Upstream: rest/exec.go ConfigToExecCluster (client-go 0.37)
std::string ExecInfo(const ExecConfig& exec, const ClientConfig& config, bool interactive) {
  json::Writer to;
  to.BeginObject().Add("kind", "ExecCredential").Add("apiVersion", exec.api_version);
  to.Key("spec").BeginObject();
  if (exec.provide_cluster_info) AddCluster(exec, config, to);
  return to.Add("interactive", interactive).EndObject().EndObject().Take();
}

// Returns the environment that the process had before DisableDefaultAuthorities changed it (kube/tls/material.h).
std::map<std::string, std::string> EnvironmentForPrograms() {
  std::map<std::string, std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string entry = *at;
    const size_t equals = entry.find('=');
    if (equals != std::string::npos) variables[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : OriginalAuthorityVariables()) {
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
  bool ReportRefusal(const Credentials& credentials) override;

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
  int runs_ = 0;  // number of runs of the plugin that have ended
  std::optional<ExecCredential> held_;
  std::optional<Error> failure_;  // error of the last run of the plugin; nullopt after a success
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

bool ExecSource::ReportRefusal(const Credentials& credentials) {
  const std::lock_guard lock(mutex_);
  // Drops the credentials only if they are still the refused ones. Another request may have replaced them already.
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

namespace {

using json::JsonReader;
using Time = std::chrono::system_clock::time_point;

Error InvalidInput(const std::string& what) { return {ErrorCode::kInvalidInput, "its output " + what}; }

// Reads a time such as "2026-01-02T03:04:05.6Z", also with an offset such as "+01:00". Ignores the fraction of the
// second. Returns nullopt for other texts.
std::optional<Time> ParseTime(const std::string& text) {
  std::tm parts{};
  const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr) return std::nullopt;
  if (*rest == '.') {
    do ++rest;
    while (*rest >= '0' && *rest <= '9');
  }
  Time time = std::chrono::system_clock::from_time_t(timegm(&parts));
  if (std::string_view(rest) == "Z") return time;
  std::tm offset{};
  const char* end = *rest == '+' || *rest == '-' ? strptime(rest + 1, "%H:%M", &offset) : nullptr;
  if (end == nullptr || *end != '\0') return std::nullopt;
  const auto minutes = std::chrono::minutes(offset.tm_hour * 60 + offset.tm_min);
  return *rest == '+' ? time - minutes : time + minutes;
}

// The fields of an ExecCredential as they are written, before they are validated.
struct Fields {
  std::string api_version = {};
  std::string kind = {};
  bool has_status = false;
  ExecCredential credential = {};
  std::string expires = {};
};

void ReadText(JsonReader& in, std::string* text) {
  if (in.Peek() == JsonReader::Kind::kNull) {
    in.Null();
  } else {
    *text = in.String();
  }
}

void ReadStatus(JsonReader& in, Fields* fields) {
  if (in.Peek() == JsonReader::Kind::kNull) return in.Null();
  fields->has_status = true;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    std::string* target = key == "token"                   ? &fields->credential.token
                          : key == "clientCertificateData" ? &fields->credential.client_cert_pem
                          : key == "clientKeyData"         ? &fields->credential.client_key_pem
                          : key == "expirationTimestamp"   ? &fields->expires
                                                           : nullptr;
    if (target == nullptr) {
      in.Skip();
    } else {
      ReadText(in, target);
    }
  }
}

base::Result<Fields> ReadFields(std::string_view text) {
  Fields fields;
  base::Arena arena;
  JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "apiVersion") {
      ReadText(in, &fields.api_version);
    } else if (key == "kind") {
      ReadText(in, &fields.kind);
    } else if (key == "status") {
      ReadStatus(in, &fields);
    } else {
      in.Skip();
    }
  }
  if (in.AtEnd()) return fields;
  return InvalidInput("is not a JSON object (" + in.error().message() + ")");
}

base::Status CheckCredential(const ExecCredential& credential) {
  if (credential.client_cert_pem.empty() != credential.client_key_pem.empty()) {
    return InvalidInput("has a certificate or a key, but not both");
  }
  if (credential.token.empty() && credential.client_cert_pem.empty()) {
    return InvalidInput("has neither a token nor a certificate with its key");
  }
  if (!IsHeaderText(credential.token)) {
    return InvalidInput("has a token with a space or a character that is not allowed in a header");
  }
  if (credential.client_cert_pem.empty()) return base::Ok();
  const base::Status usable = CheckClientCertificate(credential.client_cert_pem, credential.client_key_pem);
  return usable.ok() ? usable : InvalidInput("cannot be used: " + usable.error().message());
}

}  // namespace

base::Result<ExecCredential> ParseExecCredential(std::string_view text, const std::string& api_version) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return InvalidInput("is empty");
  base::Result<Fields> fields = ReadFields(text);
  if (!fields.ok()) return fields.error();
  if (fields->kind != "ExecCredential") return InvalidInput("has no kind ExecCredential");
  if (fields->api_version != api_version) {
    return InvalidInput("does not have the apiVersion " + api_version + ", which the kubeconfig requires");
  }
  if (!fields->has_status) return InvalidInput("has no status");
  if (!fields->expires.empty()) {
    fields->credential.expires = ParseTime(fields->expires);
    if (!fields->credential.expires) {
      return InvalidInput("has an expirationTimestamp that is not a time like 2026-01-02T03:04:05Z");
    }
  }
  const base::Status usable = CheckCredential(fields->credential);
  if (!usable.ok()) return usable.error();
  return std::move(fields->credential);
}

}  // namespace structural::kube
