// Store: stores the certificate between two runs, where the server that uses it reads it.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "files/read_file.h"
#include "kube/client.h"
#include "schema/base/result.h"
#include "webhook/certs/certificate.h"

namespace structural::certs {

// The stored certificates, keys and authorities as PEM texts; a text is empty if it is not stored. Contains keys, so it
// must not be logged.
struct StoredCertificates {
  std::string certificate;  // tls.crt, the served certificate
  std::string key;          // tls.key
  // The next certificate and key, which are served after all clients trust their authority.
  std::string next_certificate;  // next.crt
  std::string next_key;          // next.key
  // ca.crt: the authorities that clients must trust. They have signed both certificates, and earlier ones that may
  // still be served.
  std::string authorities;
  // Time from which the certificate can be served; nullopt if this program did not create the certificate.
  std::optional<Moment> served_since;

  std::string resource_version;  // resourceVersion of the Secret that was read; empty if nothing was stored
  std::string object;            // the Secret that was read, for the store's own use
};

// An interface for a place in which certificates are stored. Not thread-safe.
class Store {
 public:
  virtual ~Store() = default;

  // Returns a name such as "Secret structural-system/structural-webhook-tls".
  virtual std::string Name() const = 0;
  // Returns the stored certificates; an empty StoredCertificates if nothing is stored.
  virtual base::Result<StoredCertificates> Load(std::stop_token stop) = 0;
  // Stores the certificates. kConflict: the stored object has changed since `stored` was loaded, so nothing was
  // written. kInternal: a file cannot be written.
  virtual base::Status Save(const StoredCertificates& stored, std::stop_token stop) = 0;
};

// FolderStore: stores the certificates in files of a folder, for servers outside of a cluster.
class FolderStore : public Store {
 public:
  // Creates the folder if it does not exist, and locks it. The destructor unlocks it. kInvalidInput: the folder cannot
  // be created or written to, or its file `.lock` is not a regular file (a link is not followed). kConflict: another
  // process has locked the folder.
  static base::Result<std::unique_ptr<FolderStore>> Open(const std::string& path);

  std::string Name() const override { return "folder " + path_; }
  // Reads tls.crt, tls.key, next.crt, next.key, ca.crt and since.
  base::Result<StoredCertificates> Load(std::stop_token stop) override;
  // Replaces each file atomically, with mode 0600. For a short time, a reader can see the new key with the old
  // certificate.
  base::Status Save(const StoredCertificates& stored, std::stop_token stop) override;

 private:
  FolderStore(std::string path, files::Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  base::Status Write(const std::string& name, const std::string& text) const;

  const std::string path_;
  const files::Descriptor lock_;
};

// SecretStore: stores the certificates in a Secret of type kubernetes.io/tls, which Pods can mount.
class SecretStore : public Store {
 public:
  // The client must outlive the store.
  SecretStore(kube::Client& client, std::string in_namespace, std::string name)
      : client_(client), namespace_(std::move(in_namespace)), name_(std::move(name)) {}

  std::string Name() const override { return "Secret " + namespace_ + "/" + name_; }
  // kInvalidInput: the answer is not a Secret.
  base::Result<StoredCertificates> Load(std::stop_token stop) override;
  // Creates the Secret, or replaces the one that was loaded. Its other keys, labels and annotations stay.
  base::Status Save(const StoredCertificates& stored, std::stop_token stop) override;

 private:
  kube::Client& client_;
  const std::string namespace_;
  const std::string name_;
};

}  // namespace structural::certs
