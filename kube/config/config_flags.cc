#include "kube/config/config_flags.h"

#include <charconv>
#include <chrono>
#include <cstdint>

#include "schema/go/duration.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;

// Timeout for "no limit": a year, which can still be added to any time without an overflow.
constexpr std::chrono::hours kNoLimit{24 * 365};

Status ReadFlagFile(const char* flag, const std::string& path, const FileWait& wait, std::string* file,
                    std::string* text) {
  if (path.empty()) return base::Ok();
  base::Result<std::string> bytes = ReadSmallFile(path, wait);
  if (!bytes.ok()) return Error(ErrorCode::kInvalidInput, bytes.error().In(flag).message());
  *file = path;
  *text = std::move(*bytes);
  return base::Ok();
}

Status ApplyTlsFlags(const ConfigFlags& flags, TlsConfig* tls) {
  if (!flags.server.empty() || !flags.tls_server_name.empty()) {
    tls->server_name = flags.tls_server_name;
  }
  if (flags.ReplaceAuthority()) {
    tls->insecure_skip_verify = flags.insecure_skip_tls_verify;
    tls->ca_file.clear();
    tls->ca_pem.clear();
  }
  if (flags.insecure_skip_tls_verify && !flags.certificate_authority.empty()) {
    return Error(ErrorCode::kInvalidInput,
                 "--certificate-authority and --insecure-skip-tls-verify exclude each other; "
                 "remove one of them");
  }
  if (flags.ReplaceCertificate() && (flags.client_certificate.empty() || flags.client_key.empty())) {
    return Error(ErrorCode::kInvalidInput, "--client-certificate and --client-key belong together; set both");
  }
  Status step =
      ReadFlagFile("--certificate-authority", flags.certificate_authority, flags.wait, &tls->ca_file, &tls->ca_pem);
  if (step.ok()) {
    step = ReadFlagFile("--client-certificate", flags.client_certificate, flags.wait, &tls->client_cert_file,
                        &tls->client_cert_pem);
  }
  if (step.ok()) {
    step = ReadFlagFile("--client-key", flags.client_key, flags.wait, &tls->client_key_file, &tls->client_key_pem);
  }
  return step;
}

Status ApplyBasic(const ConfigFlags& flags, ClientConfig* config) {
  if (!flags.token.empty() && (!config->username.empty() || !flags.username.empty())) {
    return Error(ErrorCode::kInvalidInput,
                 "--token cannot be used for a user with username and password; select another "
                 "user with --user");
  }
  if (flags.username.empty() && flags.password.empty()) return base::Ok();
  if (!config->token.empty() || !config->token_file.empty()) {
    return Error(ErrorCode::kInvalidInput,
                 "--username and --password cannot be used for a user with a token; select another "
                 "user with --user");
  }
  if (!flags.username.empty()) config->username = flags.username;
  if (!flags.password.empty()) config->password = flags.password;
  if (config->username.empty() || config->username.find(':') != std::string::npos) {
    return Error(ErrorCode::kInvalidInput, "--password needs --username, without a colon");
  }
  return base::Ok();
}

void ApplyImpersonation(const Impersonation& flags, Impersonation* impersonate) {
  if (!flags.user.empty()) impersonate->user = flags.user;
  if (!flags.uid.empty()) impersonate->uid = flags.uid;
  if (!flags.groups.empty()) impersonate->groups = flags.groups;
  if (!flags.extra.empty()) impersonate->extra = flags.extra;
}

}  // namespace

Status ApplyFlags(const ConfigFlags& flags, ClientConfig* config) {
  if (!flags.server.empty()) config->server = flags.server;
  const Status tls = ApplyTlsFlags(flags, &config->tls);
  if (!tls.ok()) return tls;
  if (!flags.token.empty()) {
    config->token = flags.token;
    config->token_file.clear();
  }
  const Status basic = ApplyBasic(flags, config);
  if (!basic.ok()) return basic;
  ApplyImpersonation(flags.impersonate, &config->impersonate);
  const Impersonation& as = config->impersonate;
  if (as.user.empty() && (!as.uid.empty() || !as.groups.empty() || !as.extra.empty())) {
    return Error(ErrorCode::kInvalidInput, "--as-uid, --as-group and --as-user-extra need a user; add --as");
  }
  config->disable_compression = config->disable_compression || flags.disable_compression;
  if (flags.request_timeout) {
    const bool limited = flags.request_timeout->count() > 0;
    config->request_timeout = limited ? *flags.request_timeout : kNoLimit;
  }
  return base::Ok();
}

std::optional<std::chrono::milliseconds> ParseTimeout(const std::string& text) {
  constexpr std::chrono::hours kMax(24 * 365 * 30);
  int seconds = 0;
  const char* end = text.data() + text.size();
  const auto [at, failure] = std::from_chars(text.data(), end, seconds);
  const bool whole = failure == std::errc() && at == end;
  const auto duration = whole ? seconds * std::int64_t{1'000'000'000} : go::ParseDuration(text);
  if (!duration || *duration < 0 || std::chrono::nanoseconds(*duration) > kMax) return std::nullopt;
  return std::chrono::round<std::chrono::milliseconds>(std::chrono::nanoseconds(*duration));
}

}  // namespace structural::kube
