#include "kube/tls/files.h"

#include <utility>

#include "kube/config/read_file.h"
#include "kube/config/secrets.h"

namespace structural::kube {
namespace {

constexpr std::chrono::seconds kReadAgainAfter{10};

void ReadInto(const std::string& file, std::string* text) {
  if (file.empty()) return;
  // A pipe can be read only once, so later reads must not wait for it.
  base::Result<std::string> bytes = ReadSmallFile(file, {.most = std::chrono::milliseconds(0)});
  if (bytes.ok() && !bytes->empty()) *text = std::move(*bytes);
}

}  // namespace

TlsFiles::TlsFiles(TlsConfig config, std::function<Clock::time_point()> now)
    : config_(std::move(config)), now_(std::move(now)), read_at_(now_()) {
  Secrets::OfProcess().AddKey(config_.client_key_pem);
}

void TlsFiles::ReadFiles() {
  read_at_ = now_();
  ReadInto(config_.ca_file, &config_.ca_pem);
  ReadInto(config_.client_cert_file, &config_.client_cert_pem);
  ReadInto(config_.client_key_file, &config_.client_key_pem);
  Secrets::OfProcess().AddKey(config_.client_key_pem);
}

TlsConfig TlsFiles::Get() {
  const std::lock_guard lock(mutex_);
  if (now_() - read_at_ >= kReadAgainAfter) ReadFiles();
  return config_;
}

TlsConfig TlsFiles::GetNow() {
  const std::lock_guard lock(mutex_);
  ReadFiles();
  return config_;
}

}  // namespace structural::kube
