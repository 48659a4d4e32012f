// FolderStore: the certificate in files of a folder, for servers outside of a cluster.
#pragma once

#include <memory>
#include <string>

#include "certs/store.h"
#include "files/descriptor.h"

namespace structural::certs {

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

}  // namespace structural::certs
