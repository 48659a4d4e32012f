#include "cli/objects/stored_kinds.h"

#include <algorithm>

#include "controller/crd_api.h"
#include "kube/discovery.h"
#include "schema/base/arena.h"
#include "schema/json/parse.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using base::Result;
using crd::ApiVersion;

// v1 where the server does not say what it has.
Result<ApiVersion> VersionOf(kube::Client& client, std::stop_token stop) {
  const auto served = kube::ServedVersions(client, "apiextensions.k8s.io", stop);
  if (!served.ok()) {
    const ErrorCode code = served.error().code();
    if (code == ErrorCode::kForbidden || code == ErrorCode::kNotFound) return ApiVersion::kV1;
    return served.error();
  }
  const bool v1 = std::ranges::find(*served, "v1") != served->end();
  return v1 ? ApiVersion::kV1 : ApiVersion::kV1beta1;
}

}  // namespace

Result<std::vector<PreservingKind>> PreservingKinds(kube::Client& client,
                                                    const controller::Selector& selector,
                                                    std::stop_token stop) {
  const auto version = VersionOf(client, stop);
  if (!version.ok()) return version.error();
  const std::string collection = controller::CrdCollection(*version);
  std::vector<PreservingKind> kinds;
  base::Arena arena;
  const auto add = [&](std::string_view item) {
    arena.Reset();
    const auto crd = json::Parser(arena).Parse(item);
    const auto kind = crd.ok() ? ReadStoredKind(*crd, *version) : crd.error();
    if (!kind.ok() || !kind->preserves || !selector.Matches(kind->crd)) return;
    kinds.push_back({*kind, collection + "/" + kind->crd});
  };
  kube::ListOptions list;
  list.on_restart = [&] { kinds.clear(); };
  const auto done = client.List(collection, list, add, stop);
  if (done.ok()) return kinds;
  if (done.error().code() != ErrorCode::kForbidden) return done.error();
  return done.error().In(
      "the right to list CustomResourceDefinitions is missing (use -f FILE to read them from "
      "files)");
}

}  // namespace structural::cli
