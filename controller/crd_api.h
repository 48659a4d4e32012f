// CrdApi: finds the version, and so the path, at which the server serves CustomResourceDefinitions.
//
// Kubernetes 1.7 to 1.21 serve v1beta1, 1.16 and later v1. Both have the same status subresource.
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

// The kind of the list at CrdCollection.
inline constexpr const char* kCrdListKind = "CustomResourceDefinitionList";

// Returns a path such as "/apis/apiextensions.k8s.io/v1/customresourcedefinitions".
std::string CrdCollection(crd::ApiVersion version);

// Returns the content types for a request whose answer is needed as JSON (crd::JsonOf). Protobuf costs a server less, but
// only v1 can be converted.
std::string_view AcceptAsJson(crd::ApiVersion version);

// Thread-safe.
class CrdApi {
 public:
  // The client must outlive the object. The version is v1 until Find has found another one.
  explicit CrdApi(kube::Client& client) : client_(client) {}

  // Reads the server's versions, and sets version(): v1 if the server has it, else v1beta1. If the
  // server hides its versions (403, 404), version() keeps its value. kNotFound: the server has
  // neither version.
  base::Status Find(std::stop_token stop);

  crd::ApiVersion version() const { return version_; }

 private:
  kube::Client& client_;
  std::atomic<crd::ApiVersion> version_{crd::ApiVersion::kV1};
};

// Maximum sizes in bytes of a CRD's name, uid and resourceVersion.
// Upstream: apimachinery/pkg/util/validation DNS1123SubdomainMaxLength (v0.37.2). A uid has 36
// bytes, a resourceVersion is a number.
inline constexpr std::size_t kMaxNameBytes = 253;
inline constexpr std::size_t kMaxUidBytes = 128;
inline constexpr std::size_t kMaxVersionBytes = 64;

// Reads the metadata like crd::ReadMeta. Also returns kInvalidInput if the name, the uid or the
// resourceVersion is longer than the limits above, because these are stored for every CRD.
base::Result<crd::Meta> ReadMetaWithinLimits(std::string_view json, crd::ApiVersion default_version);

base::Error TooLong(std::string_view member);

}  // namespace structural::controller
