// Store: where the certificate is kept between two runs, and read by whoever serves with it.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "certs/certificate.h"
#include "files/read_file.h"
#include "kube/client.h"
#include "schema/base/result.h"

namespace structural::certs {

// PEM texts; empty: not there. Holds keys, so it is never logged.
struct Stored {
  std::string certificate;  // tls.crt: what is served
  std::string key;          // tls.key
  // Made, and not served before every client trusts its authority.
  std::string next_certificate;  // next.crt
  std::string next_key;          // next.key
  // ca.crt: what clients are to trust: the authorities of both, and those of certificates that may
  // still be served.
  std::string authorities;
  // Since when the certificate is there to be served. None: it was not made here.
  std::optional<Moment> since;

  std::string version;  // of what was read; empty: there was nothing
  std::string object;   // what was read, for the store
};

// Not thread-safe.
class Store {
 public:
  virtual ~Store() = default;

  // "Secret structural-system/structural-webhook-tls"
  virtual std::string Name() const = 0;
  // An empty Stored where there is nothing.
  virtual base::Result<Stored> Load(std::stop_token stop) = 0;
  // kConflict: somebody has written since `stored` was loaded; nothing is written then. kInternal: a
  // file cannot be written.
  virtual base::Status Save(const Stored& stored, std::stop_token stop) = 0;
};

// FolderStore: the certificate in files of a folder, for servers outside of a cluster.
class FolderStore : public Store {
 public:
  // Makes the folder where there is none, and holds it as long as it lives.
  // kInvalidInput: it cannot be made or written to, or its `.lock` is no regular file (a link is
  // not followed); kConflict: another process holds it.
  static base::Result<std::unique_ptr<FolderStore>> Open(const std::string& path);

  std::string Name() const override { return "folder " + path_; }
  // tls.crt, tls.key, next.crt, next.key, ca.crt and since.
  base::Result<Stored> Load(std::stop_token stop) override;
  // Each file takes its old one's place at once, with mode 0600; a reader may meet the new key
  // beside the old certificate for a moment.
  base::Status Save(const Stored& stored, std::stop_token stop) override;

 private:
  FolderStore(std::string path, files::Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  base::Status Write(const std::string& name, const std::string& text) const;

  const std::string path_;
  const files::Descriptor lock_;
};

// SecretStore: the certificate in a Secret of type kubernetes.io/tls, as Pods mount it.
class SecretStore : public Store {
 public:
  // Precondition: the client outlives it.
  SecretStore(kube::Client& client, std::string in_namespace, std::string name)
      : client_(client), namespace_(std::move(in_namespace)), name_(std::move(name)) {}

  std::string Name() const override { return "Secret " + namespace_ + "/" + name_; }
  // kInvalidInput: the answer is no Secret.
  base::Result<Stored> Load(std::stop_token stop) override;
  // Creates the Secret, or replaces the one that was loaded; other keys, labels and annotations
  // stay.
  base::Status Save(const Stored& stored, std::stop_token stop) override;

 private:
  kube::Client& client_;
  const std::string namespace_;
  const std::string name_;
};

}  // namespace structural::certs
