#include "controller/crd_api.h"

#include <utility>

// CrdApi in a build without HTTP, which never sends a request.
namespace structural::controller {

std::string CrdCollection(crd::ApiVersion) { return {}; }

std::string_view AcceptAsJson(crd::ApiVersion) { return {}; }

base::Status CrdApi::DiscoverVersion(std::stop_token stop) {
  return kube::ServedVersions(client_, {}, std::move(stop)).error();
}

}  // namespace structural::controller
