#include "http/tls_files.h"

#include <cstring>
#include <ctime>
#include <string_view>

#include <openssl/err.h>
#include <openssl/pem.h>

#include "files/read_file.h"
#include "http/client_hello.h"

namespace structural::http {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::chrono::seconds kLookAgainAfter{10};
// Maximum number of bytes of a client's certificate chain.
constexpr long kMaxCertificates = 32 * 1024;

// Maximum size in bytes of a file with a certificate, a key or authorities.
constexpr std::size_t kMaxBytes = 1'000'000;

Result<std::string> ReadText(const std::string& path) {
  return files::ReadFile(path, kMaxBytes, files::FileKind::kRegular);
}

std::string TextOrNothing(const std::string& path) {
  Result<std::string> text = ReadText(path);
  return text.ok() ? *std::move(text) : std::string();
}

// OpenSSL calls this for an encrypted key. Makes OpenSSL fail instead of asking for a password on the terminal.
int NoPassword(char*, int, int, void*) { return -1; }

Error Because(const std::string& step) {
  const unsigned long code = ERR_get_error();
  const char* reason = ERR_SYSTEM_ERROR(code) ? std::strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
  if (ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE)
    reason = "contains no PEM certificate";
  ERR_clear_error();
  return {ErrorCode::kInvalidInput, step + ": " + (reason != nullptr ? reason : "cannot be read")};
}

// Returns an error if the file exists, but is not a regular one of at most kMaxBytes. OpenSSL opens files by their
// names: it would block on a FIFO, and read a device without end.
base::Status CheckFileSize(const char* what, const std::string& path) {
  const Result<std::string> text = ReadText(path);
  if (text.ok() || text.error().code() == ErrorCode::kNotFound) return base::Ok();
  return Error(ErrorCode::kInvalidInput, std::string(what) + " " + path + ": " + text.error().message());
}

}  // namespace

base::Status TlsFiles::CheckFileSizes() const {
  base::Status status = CheckFileSize("certificate", certificate_);
  if (status.ok()) status = CheckFileSize("key", key_);
  if (status.ok() && !client_ca_.empty()) status = CheckFileSize("client CA", client_ca_);
  return status;
}

Result<TlsFiles::Context> TlsFiles::Read() const {
  const base::Status small = CheckFileSizes();
  if (!small.ok()) return small.error();
  const Context context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
  if (context == nullptr) return Because("TLS");
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION);
  // The server keeps no table of sessions, because OpenSSL's would have 20,000 entries. Clients keep their sessions in
  // tickets. Each handshake sends only one ticket: a second one would cost an eighth of a handshake.
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context.get(), 1);
  EnableRetryProofs(context.get());
  SSL_CTX_set_max_cert_list(context.get(), kMaxCertificates);
  SSL_CTX_set_default_passwd_cb(context.get(), NoPassword);
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate_.c_str()) != 1) {
    return Because("certificate " + certificate_);
  }
  if (SSL_CTX_use_PrivateKey_file(context.get(), key_.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context.get()) != 1) {
    const Error error = Because("key " + key_);
    const bool encrypted = TextOrNothing(key_).find("ENCRYPTED") != std::string::npos;
    return encrypted ? Error(error.code(), "key " + key_ + ": is encrypted, which is not supported") : error;
  }
  if (client_ca_.empty()) return context;
  if (SSL_CTX_load_verify_locations(context.get(), client_ca_.c_str(), nullptr) != 1) {
    return Because("client CA " + client_ca_);
  }
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  // The session id context. Without one, OpenSSL refuses to resume sessions of clients with a certificate.
  constexpr std::string_view kSessions = "structural";
  SSL_CTX_set_session_id_context(context.get(), reinterpret_cast<const unsigned char*>(kSessions.data()),
                                 static_cast<unsigned>(kSessions.size()));
  return context;
}

std::string TlsFiles::FileContents() const {
  return TextOrNothing(certificate_) + TextOrNothing(key_) + (client_ca_.empty() ? "" : TextOrNothing(client_ca_));
}

void TlsFiles::Reload() {
  std::string contents = FileContents();
  if (contents == seen_contents_) return;
  seen_contents_ = std::move(contents);
  Result<Context> fresh = Read();
  if (!fresh.ok()) {
    log_(fresh.error().message() + "; the previous pair stays in use");
    return;
  }
  context_ = *std::move(fresh);
  log_("certificate " + certificate_ + " was read again");
}

Result<std::shared_ptr<TlsFiles>> TlsFiles::Open(std::string certificate, std::string key,
                                                 std::function<void(const std::string&)> log,
                                                 std::function<Clock::time_point()> now, std::string client_ca) {
  const std::shared_ptr<TlsFiles> files(
      new TlsFiles(std::move(certificate), std::move(key), std::move(client_ca), std::move(log), std::move(now)));
  files->checked_at_ = files->now_();
  files->seen_contents_ = files->FileContents();
  Result<Context> first = files->Read();
  if (!first.ok()) return first.error();
  files->context_ = *std::move(first);
  return files;
}

std::chrono::sys_seconds TlsFiles::NotAfter() {
  const Context context = CurrentContext();
  std::tm fields{};
  ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context.get())), &fields);
  return std::chrono::sys_seconds(std::chrono::seconds(timegm(&fields)));
}

TlsFiles::Context TlsFiles::CurrentContext() {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = now_();
  if (now - checked_at_ >= kLookAgainAfter) {
    checked_at_ = now;
    Reload();
  }
  return context_;
}

}  // namespace structural::http
