#include "controller/crd_api.h"

#include <algorithm>

#include <glog/logging.h>

#include "kube/client.h"

namespace structural::controller {
namespace {

using base::ErrorCode;
using crd::ApiVersion;

constexpr const char* kGroup = "apiextensions.k8s.io";

bool Hides(ErrorCode code) { return code == ErrorCode::kForbidden || code == ErrorCode::kNotFound; }

}  // namespace

std::string CrdCollection(ApiVersion version) {
  return "/apis/" + std::string(crd::Name(version)) + "/customresourcedefinitions";
}

std::string_view AcceptAsJson(ApiVersion version) {
  return version == ApiVersion::kV1 ? kube::kProtobufOrJson : kube::kJsonType;
}

base::Status CrdApi::DiscoverVersion(std::stop_token stop) {
  const auto served = kube::ServedVersions(client_, kGroup, stop);
  if (!served.ok() && Hides(served.error().code())) {
    VLOG(1) << served.error().message() << "; continuing with " << crd::Name(version_);
    return base::Ok();
  }
  if (!served.ok()) return served.error();
  for (const ApiVersion version : {ApiVersion::kV1, ApiVersion::kV1beta1}) {
    const std::string_view name = crd::Name(version).substr(std::string_view(kGroup).size() + 1);
    if (std::find(served->begin(), served->end(), name) == served->end()) continue;
    if (version_.exchange(version) != version) LOG(INFO) << "the server has " << crd::Name(version);
    return base::Ok();
  }
  return {ErrorCode::kNotFound,
          "the server does not serve apiextensions.k8s.io/v1 or v1beta1; Kubernetes 1.7 or later "
          "is required"};
}

base::Error TooLongError(std::string_view member) {
  return {base::ErrorCode::kInvalidInput, "metadata." + std::string(member) + " is longer than Kubernetes allows"};
}

base::Result<crd::Meta> ReadMetaWithinLimits(std::string_view json, crd::ApiVersion default_version) {
  auto meta = crd::ReadMeta(json, default_version);
  if (!meta.ok()) return meta;
  if (meta->name.size() > kMaxNameBytes) return TooLongError("name");
  if (meta->uid.size() > kMaxUidBytes) return TooLongError("uid");
  if (meta->resource_version.size() > kMaxResourceVersionBytes) return TooLongError("resourceVersion");
  return meta;
}

}  // namespace structural::controller
