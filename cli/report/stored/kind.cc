#include "cli/report/stored/kind.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cli/shared/api_server.h"
#include "cli/shared/process.h"
#include "controller/crd_api.h"
#include "kube/transport/process.h"
#include "schema/base/arena.h"
#include "schema/crd/meta.h"
#include "schema/crd/proto_json.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using base::Result;
using crd::ApiVersion;
using json::Value;

bool IsServed(const Value& version) {
  const Value* served = version.Find("served");
  return served == nullptr || IsTrue(served);
}

// Returns the storage version or, if it is not served, the first served version. A CRD in v1beta1 can have the field
// spec.version instead of a list of versions.
std::string ReadableVersion(const Value* spec) {
  const auto versions = ElementsOf(Below(spec, "versions"));
  const auto storage =
      std::ranges::find_if(versions, [](const Value& version) { return IsTrue(version.Find("storage")); });
  if (storage == versions.end()) return std::string(TextOf(Below(spec, "version")));
  const auto served = IsServed(*storage) ? storage : std::ranges::find_if(versions, IsServed);
  return std::string(TextOf((served == versions.end() ? storage : served)->Find("name")));
}

// Returns whether the CRD preserves unknown fields. A CRD in v1beta1 does so by default.
bool Preserves(const Value& crd, const Value* spec, crd::ApiVersion default_version) {
  const Value* flag = Below(spec, "preserveUnknownFields");
  const std::string_view version = TextOf(crd.Find("apiVersion"));
  if (flag != nullptr && !flag->is_null()) return IsTrue(flag);
  return (version.empty() ? crd::Name(default_version) : version) == crd::Name(crd::ApiVersion::kV1beta1);
}

// Returns the API version in which to read CRDs: v1 if the server has it, otherwise v1beta1. If the server does not
// list its versions, returns v1.
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

std::string StoredKind::CollectionPath(std::string_view namespace_name) const {
  std::string path = "/apis/" + api_version() + "/";
  if (!namespace_name.empty()) path.append("namespaces/").append(namespace_name).append("/");
  return path + plural;
}

base::Result<StoredKind> ReadStoredKind(const Value& crd, crd::ApiVersion default_version) {
  const Value* spec = crd.Find("spec");
  const Value* names = Below(spec, "names");
  StoredKind kind;
  kind.crd = TextOf(Below(crd.Find("metadata"), "name"));
  kind.group = TextOf(Below(spec, "group"));
  kind.version = ReadableVersion(spec);
  kind.plural = TextOf(Below(names, "plural"));
  kind.kind = TextOf(Below(names, "kind"));
  // For the kind of a list, a server uses the name in status.acceptedNames, not the one in spec.names.
  kind.list_kind = TextOf(Below(Below(crd.Find("status"), "acceptedNames"), "listKind"));
  kind.namespaced = TextOf(Below(spec, "scope")) != "Cluster";
  kind.preserves_unknown_fields = Preserves(crd, spec, default_version);
  if (kind.crd.empty()) kind.crd = kind.plural + "." + kind.group;
  if (!kind.group.empty() && !kind.version.empty() && !kind.plural.empty() && !kind.kind.empty()) {
    return kind;
  }
  return {base::ErrorCode::kInvalidInput, "the CRD has no spec.group, no spec.names or no stored version"};
}

Result<std::vector<KindOnServer>> KindsOnServer(kube::Client& client,
                                                const std::function<bool(const StoredKind&)>& matches,
                                                std::stop_token stop) {
  const auto version = VersionOf(client, stop);
  if (!version.ok()) return version.error();
  const std::string collection = controller::CrdCollection(*version);
  std::vector<KindOnServer> kinds;
  std::set<std::string> seen;  // names of the CRDs so far, because a faulty server could list a CRD twice
  base::Arena arena;
  std::string buffer;
  std::optional<base::Error> unreadable;
  const auto add = [&](std::string_view item) {
    arena.Reset();
    const auto text = crd::JsonOf(item, buffer);
    const auto crd = text.ok() ? json::Parser(arena).Parse(*text) : text.error();
    const auto kind = crd.ok() ? ReadStoredKind(*crd, *version) : crd.error();
    if (!kind.ok() && !unreadable) unreadable = kind.error().In("an item of the list of CustomResourceDefinitions");
    if (kind.ok() && seen.insert(kind->crd).second && matches(*kind))
      kinds.push_back({*kind, collection + "/" + kind->crd});
  };
  kube::ListOptions list{.kind = controller::kCrdListKind};
  list.accept = controller::AcceptAsJson(*version);
  list.on_restart = [&] {
    kinds.clear();
    seen.clear();
  };
  const auto done = client.List(collection, list, add, stop);
  if (done.ok() && unreadable) return *unreadable;
  if (done.ok()) return kinds;
  if (done.error().code() != ErrorCode::kForbidden) return done.error();
  return done.error().In("the right to list CustomResourceDefinitions is missing (name files to read them from)");
}

namespace {

// Returns the CRD with apiVersion and kind, which an item of a list does not have.
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
  const base::Status found = api.DiscoverVersion(signals.token());
  if (!found.ok()) return found.error();
  std::vector<std::string> crds;
  kube::ListOptions list{.kind = controller::kCrdListKind};
  list.accept = controller::AcceptAsJson(api.version());
  std::set<std::string> seen;  // names of the CRDs so far, because a faulty server could list a CRD twice
  list.on_restart = [&] {
    crds.clear();
    seen.clear();
  };
  std::string buffer;
  std::optional<base::Error> unreadable;
  const auto add = [&](std::string_view item) {
    const auto text = crd::JsonOf(item, buffer);
    const auto meta = crd::ReadMeta(item);
    const bool repeated = meta.ok() && !meta->name.empty() && !seen.insert(meta->name).second;
    if (text.ok() && !repeated) crds.push_back(WithHead(*text, api.version()));
    if (!text.ok() && !unreadable) unreadable = text.error().In("an item of the list of CustomResourceDefinitions");
  };
  const auto listed = server->client().List(controller::CrdCollection(api.version()), list, add, signals.token());
  if (!listed.ok()) return listed.error();
  if (unreadable) return *unreadable;
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
