#include "kube/credentials/credentials.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "kube/config/read_file.h"
#include "kube/config/secrets.h"
#include "kube/credentials/exec_source.h"
#include "schema/base/hex.h"
#include "schema/base/utf8.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

using base::Result;

class TokenSource : public CredentialSource {
 public:
  explicit TokenSource(const ClientConfig& config) : token_(config) {}

  Result<Credentials> Get(std::stop_token stop) override {
    Result<std::string> token = token_.Get(std::move(stop));
    if (!token.ok()) return token.error();
    return Credentials{.authorization = token->empty() ? "" : "Bearer " + *token};
  }

  bool ReportRefusal(const Credentials& credentials) override {
    const Result<std::string> fresh = token_.GetAfterRefusal();
    return fresh.ok() && "Bearer " + *fresh != credentials.authorization;
  }

 private:
  BearerToken token_;
};

class BasicSource : public CredentialSource {
 public:
  explicit BasicSource(const ClientConfig& config)
      : authorization_("Basic " + go::EncodeBase64(config.username + ":" + config.password)) {}

  Result<Credentials> Get(std::stop_token) override { return Credentials{.authorization = authorization_}; }

  bool ReportRefusal(const Credentials&) override { return false; }

 private:
  const std::string authorization_;
};

constexpr std::chrono::seconds kReadAgainAfter{50};

std::string Trimmed(const std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

// Returns whether the byte can be in a header's name without an escape (RFC 7230). Returns false for '%', which begins
// an escape.
bool IsNameByte(unsigned char c) {
  constexpr std::string_view kMarks = "!#$&'*+-.^_`|~";
  return base::IsLetterOrDigit(c) || kMarks.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string EscapeName(const std::string& key) {
  std::string escaped;
  for (const unsigned char c : key) {
    if (IsNameByte(c)) {
      escaped += static_cast<char>(c);
    } else {
      base::AppendPercentEscape(c, escaped);
    }
  }
  return escaped;
}

bool IsValue(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7F; });
}

}  // namespace

void AddSecrets(const Credentials& credentials) {
  Secrets& secrets = Secrets::OfProcess();
  secrets.AddKey(credentials.client_key_pem);
  const std::string_view authorization = credentials.authorization;
  const size_t space = authorization.find(' ');
  if (space == std::string_view::npos) return;
  const std::string_view secret = authorization.substr(space + 1);
  secrets.Add(secret);
  if (!authorization.starts_with("Basic ")) return;
  const std::optional<std::string> pair = go::DecodeBase64(secret);
  if (pair) secrets.Add(std::string_view(*pair).substr(pair->find(':') + 1));
}

std::unique_ptr<CredentialSource> NewCredentialSource(const ClientConfig& config) {
  const bool given = !config.token.empty() || !config.token_file.empty() || !config.username.empty() ||
                     !config.tls.client_cert_pem.empty();
  if (config.exec && !given) return NewExecSource(config);
  if (!config.username.empty()) return std::make_unique<BasicSource>(config);
  return std::make_unique<TokenSource>(config);
}

bool IsHeaderText(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > 0x20 && c < 0x7F; });
}

void BearerToken::ReadFile(std::stop_token stop) {
  FileWait wait{.stop = std::move(stop)};
  // If a token was read before, does not wait for the file, because that token can still be valid.
  if (!token_.empty()) wait.max = {};
  base::Result<std::string> text = ReadSmallFile(file_, wait);
  std::string fresh = text.ok() ? Trimmed(*text) : "";
  if (!fresh.empty()) token_ = std::move(fresh);
  const bool cancelled = !text.ok() && text.error().code() == base::ErrorCode::kCancelled;
  if (cancelled) read_at_ = Clock::time_point::min();
  failure_ = !text.ok() ? text.error().message() : "read " + file_ + ": the file is empty";
}

base::Result<std::string> BearerToken::Get(std::stop_token stop) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = now_();
  if (!file_.empty() && (read_at_ == Clock::time_point::min() || now - read_at_ >= kReadAgainAfter)) {
    read_at_ = now;
    ReadFile(std::move(stop));
  }
  if (token_.empty() && !file_.empty()) {
    return base::Error(base::ErrorCode::kInvalidInput, "bearer token: " + failure_);
  }
  if (!IsHeaderText(token_)) {
    return base::Error(base::ErrorCode::kInvalidInput,
                       "bearer token: contains a space or a character that is not allowed in a header");
  }
  return token_;
}

base::Result<std::string> BearerToken::GetAfterRefusal() {
  {
    const std::lock_guard lock(mutex_);
    read_at_ = Clock::time_point::min();
  }
  return Get();
}

base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(const Impersonation& as) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (as.user.empty()) return headers;
  headers.emplace_back("Impersonate-User", as.user);
  if (!as.uid.empty()) headers.emplace_back("Impersonate-Uid", as.uid);
  for (const std::string& group : as.groups) headers.emplace_back("Impersonate-Group", group);
  for (const auto& [key, value] : as.extra) {
    headers.emplace_back("Impersonate-Extra-" + EscapeName(key), value);
  }
  for (const auto& [name, value] : headers) {
    if (IsValue(value)) continue;
    return base::Error(base::ErrorCode::kInvalidInput,
                       "impersonation: the value for " + name +
                           " contains a line break or another character that is not allowed in a header");
  }
  return headers;
}

}  // namespace structural::kube
