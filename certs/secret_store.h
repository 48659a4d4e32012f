// SecretStore: the certificate in a Secret of type kubernetes.io/tls, as Pods mount it.
#pragma once

#include <string>

#include "certs/store.h"
#include "kube/client.h"

namespace structural::certs {

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
