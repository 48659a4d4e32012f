#include "cli/report/stored/cluster_crds.h"

#include <string_view>
#include <utility>
#include <vector>

#include "cli/shared/api_server.h"
#include "cli/shared/signals.h"
#include "controller/crd_api.h"
#include "kube/client.h"
#include "kube/transport/process.h"
#include "schema/crd/meta.h"

namespace structural::cli {
namespace {

// Adds apiVersion and kind, which an item of a list does not have.
std::string WithHead(std::string_view item, crd::ApiVersion version) {
  std::string text = "{\"apiVersion\":\"";
  text.append(crd::Name(version)).append("\",\"kind\":\"CustomResourceDefinition\",");
  return text.append(item.substr(item.find('{') + 1));
}

base::Result<std::vector<std::string>> ListCrds(const kube::ConfigFlags& flags) {
  const StopOnSignal signals;
  const auto server = ApiServer::Open(flags, signals.token());
  if (!server.ok()) return server.error();
  controller::CrdApi api(server->client());
  const base::Status found = api.Find(signals.token());
  if (!found.ok()) return found.error();
  std::vector<std::string> crds;
  kube::ListOptions list{.kind = controller::kCrdListKind};
  list.on_restart = [&] { crds.clear(); };
  const auto listed = server->client().List(
      controller::CrdCollection(api.version()), list,
      [&](std::string_view item) { crds.push_back(WithHead(item, api.version())); }, signals.token());
  if (!listed.ok()) return listed.error();
  if (signals.token().stop_requested()) return base::Error(base::ErrorCode::kCancelled, "stopped");
  return crds;
}

}  // namespace

base::Status VisitClusterCrds(const kube::ConfigFlags& flags, const std::function<void(std::string crd)>& add) {
  BlockStopSignals();
  kube::PrepareProcess();
  auto crds = ListCrds(flags);
  UnblockStopSignals();
  if (!crds.ok()) return crds.error();
  for (std::string& crd : *crds) add(std::move(crd));
  return base::Ok();
}

}  // namespace structural::cli
