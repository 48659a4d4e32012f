// CrdApi: finds the API version in which the server serves CustomResourceDefinitions.
//
// Kubernetes 1.7 to 1.21 serve v1beta1; Kubernetes 1.16 and later serve v1. Both have the same status subresource.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "controller/selector.h"
#include "kube/client.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"

namespace structural::controller {

// The kind of a list of CRDs.
inline constexpr const char* kCrdListKind = "CustomResourceDefinitionList";

// Returns the path of all CRDs, such as "/apis/apiextensions.k8s.io/v1/customresourcedefinitions".
std::string CrdCollection(crd::ApiVersion version);

// Returns the content types to accept if the answer is needed as JSON. For v1 they include protobuf, which costs a
// server less and which crd::JsonOf converts; it cannot convert v1beta1.
std::string_view AcceptAsJson(crd::ApiVersion version);

// Thread-safe.
class CrdApi {
 public:
  // The client must outlive the object. version() is v1 until DiscoverVersion has found another one.
  explicit CrdApi(kube::Client& client) : client_(client) {}

  // Requests the versions that the server serves. Sets version() to v1 if the server serves v1, and otherwise to
  // v1beta1. If the server hides its versions (403, 404), version() does not change. kNotFound: the server serves
  // neither version.
  base::Status DiscoverVersion(std::stop_token stop);

  crd::ApiVersion version() const { return version_; }

 private:
  kube::Client& client_;
  std::atomic<crd::ApiVersion> version_{crd::ApiVersion::kV1};
};

// Maximum number of bytes of a CRD's name, uid and resourceVersion. Those of API servers are shorter: a uid has 36
// bytes, and a resourceVersion is a number.
// Upstream: apimachinery/pkg/util/validation DNS1123SubdomainMaxLength (v0.37.2).
inline constexpr std::size_t kMaxNameBytes = 253;
inline constexpr std::size_t kMaxUidBytes = 128;
inline constexpr std::size_t kMaxResourceVersionBytes = 64;

// Like crd::ReadMeta, but also returns kInvalidInput if the name, the uid or the resourceVersion exceeds kMaxNameBytes.
// They are limited because they are stored for every CRD.
base::Result<crd::Meta> ReadMetaWithinLimits(std::string_view json, crd::ApiVersion default_version);

// Returns the error for a member of the metadata that exceeds its limit.
base::Error TooLongError(std::string_view member);

}  // namespace structural::controller
