// SecretStore: the certificate in a Secret of type kubernetes.io/tls, as Pods mount it.
#pragma once

#include <string>

#include "certs/store.h"
#include "kube/client.h"

namespace structural::certs {

class SecretStore : public Store {
 public:
  // Precondition: the client outlives it.
  SecretStore(kube::Client& client, std::string space, std::string name)
      : client_(client), space_(std::move(space)), name_(std::move(name)) {}

  std::string Name() const override { return "Secret " + space_ + "/" + name_; }
  // kInvalidInput: the answer is no Secret.
  base::Result<Stored> Load(std::stop_token stop) override;
  // Creates the Secret, or replaces the one that was loaded; other keys, labels and annotations
  // stay.
  base::Status Save(const Stored& stored, std::stop_token stop) override;

 private:
  kube::Client& client_;
  const std::string space_;
  const std::string name_;
};

}  // namespace structural::certs
