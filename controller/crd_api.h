// CrdApi: in which version, and so where, the server serves CustomResourceDefinitions.
//
// Kubernetes 1.7 to 1.21 serve v1beta1, 1.16 and later v1. Both have the same status subresource.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"

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

// What names a CRD, held against what Kubernetes allows.

// Upstream: apimachinery/pkg/util/validation DNS1123SubdomainMaxLength (v0.37.2). A uid has 36
// bytes, a resourceVersion is a number.
inline constexpr std::size_t kMaxNameBytes = 253;
inline constexpr std::size_t kMaxUidBytes = 128;
inline constexpr std::size_t kMaxVersionBytes = 64;

// crd::ReadMeta. kInvalidInput also where a name, uid or resourceVersion is longer than that: they
// are kept for every CRD.
base::Result<crd::Meta> ReadSoundMeta(std::string_view json, crd::ApiVersion asked_for);

base::Error TooLong(std::string_view member);

// Selector: which CRDs the controller looks after.
//
// A CRD's name is PLURAL.GROUP. Patterns may hold * (any characters) and ? (one).
struct Selector {
  std::vector<std::string> names = {};   // of the CRD; empty: any
  std::vector<std::string> groups = {};  // empty: any

  bool Matches(std::string_view crd_name) const;
};

// The names and groups of a selector that no CRD has, as mistyped ones. Patterns with wildcards may have none. A plain
// value. Not thread-safe.
class UnknownNames {
 public:
  explicit UnknownNames(const Selector& selector);

  // A CRD that is there, whether the selector matches it or not.
  void Meet(std::string_view crd_name);

  // A sentence for each that no CRD has had.
  std::vector<std::string> Sentences() const;

 private:
  std::set<std::string, std::less<>> names_, groups_;
};

}  // namespace structural::controller
