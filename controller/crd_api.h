// CrdApi: in which version, and so where, the server serves CustomResourceDefinitions.
//
// Kubernetes 1.7 to 1.21 serve v1beta1, 1.16 and later v1. Both have the same status subresource.
#pragma once

#include <atomic>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/client.h"
#include "schema/crd/api_version.h"

namespace structural::controller {

// "/apis/apiextensions.k8s.io/v1/customresourcedefinitions".
std::string CrdCollection(crd::ApiVersion version);

// Thread-safe.
class CrdApi {
 public:
  // The client must outlive it. Until Find has found another one the version is v1.
  explicit CrdApi(kube::Client& client) : client_(client) {}

  // Asks the server: v1 where it serves that, else v1beta1. A server that hides what it serves
  // (403, 404) changes nothing. kNotFound: it serves neither.
  base::Status Find(std::stop_token stop);

  crd::ApiVersion version() const { return version_; }

 private:
  kube::Client& client_;
  std::atomic<crd::ApiVersion> version_{crd::ApiVersion::kV1};
};

}  // namespace structural::controller
