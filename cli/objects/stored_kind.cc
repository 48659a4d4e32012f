#include "cli/objects/stored_kind.h"

namespace structural::cli {
namespace {

using ops::Value;

const Value* Find(const Value* object, std::string_view key) {
  return object == nullptr ? nullptr : object->Find(key);
}

std::string Text(const Value* value) {
  return value != nullptr && value->is_string() ? std::string(value->text()) : std::string();
}

bool IsTrue(const Value* value) {
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

// The first v1beta1 CRDs have one version and no list of them.
std::string StorageVersion(const Value* spec) {
  const Value* versions = Find(spec, "versions");
  if (versions != nullptr && versions->is_array()) {
    for (const Value& version : versions->elements()) {
      if (IsTrue(version.Find("storage"))) return Text(version.Find("name"));
    }
  }
  return Text(Find(spec, "version"));
}

// v1beta1 preserves unless it is told not to.
bool Preserves(const Value& crd, const Value* spec, crd::ApiVersion asked_for) {
  const Value* flag = Find(spec, "preserveUnknownFields");
  const std::string version = Text(crd.Find("apiVersion"));
  if (flag != nullptr && !flag->is_null()) return IsTrue(flag);
  return (version.empty() ? crd::Name(asked_for) : version) == crd::Name(crd::ApiVersion::kV1beta1);
}

}  // namespace

std::string StoredKind::Collection(std::string_view space) const {
  std::string path = "/apis/" + api_version() + "/";
  if (!space.empty()) path.append("namespaces/").append(space).append("/");
  return path + plural;
}

base::Result<StoredKind> ReadStoredKind(const Value& crd, crd::ApiVersion asked_for) {
  const Value* spec = crd.Find("spec");
  const Value* names = Find(spec, "names");
  StoredKind kind;
  kind.crd = Text(Find(crd.Find("metadata"), "name"));
  kind.group = Text(Find(spec, "group"));
  kind.version = StorageVersion(spec);
  kind.plural = Text(Find(names, "plural"));
  kind.kind = Text(Find(names, "kind"));
  kind.namespaced = Text(Find(spec, "scope")) != "Cluster";
  kind.preserves = Preserves(crd, spec, asked_for);
  if (kind.crd.empty()) kind.crd = kind.plural + "." + kind.group;
  if (!kind.group.empty() && !kind.version.empty() && !kind.plural.empty() && !kind.kind.empty()) {
    return kind;
  }
  return {base::ErrorCode::kInvalidInput,
          "the CRD has no spec.group, spec.names or version that is stored"};
}

}  // namespace structural::cli
