// TlsFiles: a listener's certificate and key, reloaded when their files change.
//
// A renewed certificate changes the files of a Secret that is mounted into a Pod. New connections
// get the new certificate, and existing ones keep theirs. Thread-safe.
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

  // Reads the certificate, the key and the authorities for clients' certificates (`client_ca`, PEM;
  // empty: clients need no certificate). Each is a regular file, or a link to one, of at most 1 MB.
  // Open fails if they are invalid. If they become invalid later, `log` gets a line, and the last
  // valid pair stays in use. `log` also gets a line for each new pair.
  static base::Result<std::shared_ptr<TlsFiles>> Open(std::string certificate, std::string key,
                                                      std::function<void(const std::string&)> log,
                                                      std::function<Clock::time_point()> now = &Clock::now,
                                                      std::string client_ca = {});

  // Returns the context for the next connection. Checks the files again if the last check is ten
  // seconds old. TLS 1.2 or newer.
  Context Current();
  // Returns the end of the validity of the certificate that the next connection gets.
  std::chrono::sys_seconds NotAfter();

 private:
  TlsFiles(std::string certificate, std::string key, std::string client_ca, std::function<void(const std::string&)> log,
           std::function<Clock::time_point()> now)
      : certificate_(std::move(certificate)),
        key_(std::move(key)),
        client_ca_(std::move(client_ca)),
        log_(std::move(log)),
        now_(std::move(now)) {}

  base::Result<Context> Read() const;
  base::Status AreSmallFiles() const;
  std::string FileContents() const;
  void Reload();

  const std::string certificate_;
  const std::string key_;
  const std::string client_ca_;
  const std::function<void(const std::string&)> log_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  Clock::time_point checked_at_;
  std::string seen_;  // content of the files, valid or not
  Context context_;
};

}  // namespace structural::http
