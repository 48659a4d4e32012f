// TlsFiles: a listener's certificate and key, kept in step with their files.
//
// Secrets that are mounted into a Pod change under it when the certificate is renewed: connections
// made from then on get the new one, those that are there keep theirs.
// Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include <openssl/ssl.h>

#include "schema/base/result.h"

namespace structural::http {

class TlsFiles {
 public:
  using Clock = std::chrono::steady_clock;
  using Context = std::shared_ptr<SSL_CTX>;

  // Each is a regular file, or a link to one, of at most 1 MB.
  // Reads both, and the certificates that clients' own must come from (`client_ca`, PEM; empty:
  // they are not asked for one); a mistake in them is an error now, and a line for `log` later,
  // when the pair read before stays in use. `log` gets one line for each new pair, too.
  static base::Result<std::shared_ptr<TlsFiles>> Open(
      std::string certificate, std::string key, std::function<void(const std::string&)> log,
      std::function<Clock::time_point()> now = &Clock::now, std::string client_ca = {});

  // For the next connection. The files are read again when the last look is ten seconds old.
  // TLS 1.2 or newer.
  Context Current();
  // The end of the certificate that the next connection gets.
  std::chrono::sys_seconds Ends();

 private:
  TlsFiles(std::string certificate, std::string key, std::string client_ca,
           std::function<void(const std::string&)> log, std::function<Clock::time_point()> now)
      : certificate_(std::move(certificate)),
        key_(std::move(key)),
        client_ca_(std::move(client_ca)),
        log_(std::move(log)),
        now_(std::move(now)) {}

  base::Result<Context> Read() const;
  base::Status AreSmallFiles() const;
  std::string There() const;
  void Look();

  const std::string certificate_;
  const std::string key_;
  const std::string client_ca_;
  const std::function<void(const std::string&)> log_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  Clock::time_point looked_at_;
  std::string seen_;  // what the files held, good or bad
  Context context_;
};

}  // namespace structural::http
