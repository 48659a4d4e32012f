// TlsFiles: a listener's certificate and key, reloaded when their files change.
//
// For example, the files of a Secret that is mounted into a Pod change when the certificate is renewed. New connections
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

  // Reads the certificate, the key and the authorities of clients' certificates from these files. Each must be a
  // regular file, or a link to one, of at most 1 MB in PEM. If `client_ca` is empty, clients need no certificate.
  //
  // Returns an error if a file is invalid. If one becomes invalid later, the last valid certificate and key stay in
  // use, and `log` is called with the error. `log` is also called when a new certificate was loaded.
  static base::Result<std::shared_ptr<TlsFiles>> Open(std::string certificate, std::string key,
                                                      std::function<void(const std::string&)> log,
                                                      std::function<Clock::time_point()> now = &Clock::now,
                                                      std::string client_ca = {});

  // Returns the context for the next connection, which allows TLS 1.2 and 1.3. If the last check is at least ten
  // seconds old, checks first whether the files have changed.
  Context CurrentContext();
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
  base::Status CheckFileSizes() const;
  std::string FileContents() const;
  void Reload();

  const std::string certificate_;
  const std::string key_;
  const std::string client_ca_;
  const std::function<void(const std::string&)> log_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  Clock::time_point checked_at_;
  std::string seen_contents_;  // content of all files at the last check, whether valid or not
  Context context_;
};

}  // namespace structural::http
