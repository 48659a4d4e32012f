#include "cli/scan/list.h"

#include <set>
#include <string>

#include "controller/crd_api.h"
#include "schema/crd/meta.h"

namespace structural::scan {

using base::Error;
using base::ErrorCode;

Error Explained(const Error& error) {
  const auto with = [&](const char* advice) {
    return Error(error.code(), error.message() + "\n  " + advice);
  };
  switch (error.code()) {
    case ErrorCode::kForbidden:
      return with(
          "The user needs the right to list customresourcedefinitions.apiextensions.k8s.io (with "
          "--watch also to watch them)\n"
          "  in the whole cluster, by a ClusterRole and a ClusterRoleBinding. Check it with "
          "`kubectl auth can-i list crds`.");
    case ErrorCode::kUnauthorized:
      return with(
          "The server does not accept these credentials. Log in again, or select another --context "
          "or --user.");
    default: return error;
  }
}

base::Status ListRows(kube::Client& client, const OnJudged& on_judged, std::stop_token stop) {
  controller::CrdApi api(client);
  const base::Status found = api.Find(stop);
  if (!found.ok()) return Explained(found.error());
  base::Arena arena;
  std::set<std::string> seen;
  bool restarted = false;
  const auto on_item = [&](std::string_view item) {
    Judged judged = Judge(item, api.version(), arena);
    judged.text = item;
    const bool is_new = seen.insert(judged.row.name).second;
    if (is_new || !restarted) on_judged(judged);
    arena.Reset();
  };
  const auto listed = client.List(controller::CrdCollection(api.version()),
                                  {.on_restart = [&] { restarted = true; }}, on_item, stop);
  if (!listed.ok()) return Explained(listed.error());
  return base::Ok();
}

}  // namespace structural::scan
