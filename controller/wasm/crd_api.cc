#include "controller/crd_api.h"

#include <utility>

// A build without HTTP: no request is ever sent.
namespace structural::controller {

std::string CrdCollection(crd::ApiVersion) { return {}; }

std::string_view AcceptAsJson(crd::ApiVersion) { return {}; }

base::Status CrdApi::Find(std::stop_token stop) { return kube::ServedVersions(client_, {}, std::move(stop)).error(); }

}  // namespace structural::controller
