#include "cli/objects/stored_kind.h"

#include <algorithm>

#include "kube/client.h"
#include "schema/base/arena.h"
#include "schema/json/members.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

using json::Value;
using base::ErrorCode;
using base::Result;
using crd::ApiVersion;

// The first v1beta1 CRDs have one version and no list of them.
std::string StorageVersion(const Value* spec) {
  for (const Value& version : ElementsOf(Below(spec, "versions"))) {
    if (IsTrue(version.Find("storage"))) return std::string(TextOf(version.Find("name")));
  }
  return std::string(TextOf(Below(spec, "version")));
}

// v1beta1 preserves unless it is told not to.
bool Preserves(const Value& crd, const Value* spec, crd::ApiVersion asked_for) {
  const Value* flag = Below(spec, "preserveUnknownFields");
  const std::string_view version = TextOf(crd.Find("apiVersion"));
  if (flag != nullptr && !flag->is_null()) return IsTrue(flag);
  return (version.empty() ? crd::Name(asked_for) : version) == crd::Name(crd::ApiVersion::kV1beta1);
}

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

std::string StoredKind::Collection(std::string_view namespace_) const {
  std::string path = "/apis/" + api_version() + "/";
  if (!namespace_.empty()) path.append("namespaces/").append(namespace_).append("/");
  return path + plural;
}

base::Result<StoredKind> ReadStoredKind(const Value& crd, crd::ApiVersion asked_for) {
  const Value* spec = crd.Find("spec");
  const Value* names = Below(spec, "names");
  StoredKind kind;
  kind.crd = TextOf(Below(crd.Find("metadata"), "name"));
  kind.group = TextOf(Below(spec, "group"));
  kind.version = StorageVersion(spec);
  kind.plural = TextOf(Below(names, "plural"));
  kind.kind = TextOf(Below(names, "kind"));
  kind.namespaced = TextOf(Below(spec, "scope")) != "Cluster";
  kind.preserves = Preserves(crd, spec, asked_for);
  if (kind.crd.empty()) kind.crd = kind.plural + "." + kind.group;
  if (!kind.group.empty() && !kind.version.empty() && !kind.plural.empty() && !kind.kind.empty()) {
    return kind;
  }
  return {base::ErrorCode::kInvalidInput,
          "the CRD has no spec.group, no spec.names or no stored version"};
}

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
