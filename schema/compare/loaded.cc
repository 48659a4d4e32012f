#include "schema/compare/loaded.h"

#include <algorithm>

#include "schema/admission/served.h"
#include "schema/json/members.h"

namespace structural::compare {
namespace {

using json::Value;

// Upstream: registry/customresource/validator.go ValidateScaleSpec, ValidateScaleStatus (v0.37.2).
constexpr std::pair<std::string_view, std::string_view> kScaleTypes[] = {
    {"specReplicasPath", "integer"}, {"statusReplicasPath", "integer"}, {"labelSelectorPath", "string"}};

constexpr objects::Limits kReplicas = [] {
  objects::Limits limits;
  limits.minimum = 0;
  limits.maximum = 2147483647;
  return limits;
}();

objects::Checks* TypeChecks(std::string_view type, base::Arena& arena) {
  auto* checks = arena.New<objects::Checks>();
  if (type == "integer") checks->limits = &kReplicas;
  checks->types[0] = type;
  checks->type_count = 1;
  return checks;
}

// Returns checks of an object for a path like ".spec.replicas": the value at the path must have the type, and all
// values around it must be objects or null.
const objects::Checks* PathChecks(std::string_view path, std::string_view type, base::Arena& arena) {
  const std::size_t dot = path.rfind('.');
  const objects::Checks* checks = TypeChecks(type, arena);
  for (std::size_t end = path.size(), at = dot; at != path.npos;
       end = at, at = at == 0 ? path.npos : path.rfind('.', at - 1)) {
    const objects::FieldChecks field[] = {{path.substr(at + 1, end - at - 1), checks}};
    objects::Checks* around = TypeChecks("object", arena);
    around->nullable = true;
    around->properties = arena.Copy(std::span<const objects::FieldChecks>(field));
    checks = around;
  }
  return checks;
}

void AddScale(base::Arena& arena, LoadedVersion& to) {
  for (const auto& [field, type] : kScaleTypes) {
    const std::string_view path = TextOf(Below(to.Scale(), field));
    if (path.starts_with('.')) to.scale_checks.emplace_back(path, PathChecks(path, type, arena));
  }
}

}  // namespace

bool LoadedVersion::HasStatus() const { return Below(json.Find("subresources"), "status") != nullptr; }

const Value* LoadedVersion::Scale() const { return Below(json.Find("subresources"), "scale"); }

const LoadedVersion* LoadedCrd::Find(std::string_view version) const {
  const auto found = std::ranges::find(versions, version, &LoadedVersion::name);
  return found == versions.end() ? nullptr : &*found;
}

base::Result<LoadedCrd> Load(std::string_view json, base::Arena& arena) {
  const auto crd = admission::ReadDefaulted(json, arena);
  if (!crd.ok()) return crd.error();
  const auto& decoded = crd->decoded;
  LoadedCrd loaded{.name = decoded.metadata.name, .spec = crd->spec, .prunes = !decoded.preserve_unknown_fields};
  std::size_t index = 0;
  for (const Value& each : ElementsOf(loaded.spec.Find("versions"))) {
    LoadedVersion version{.name = TextOf(each.Find("name")), .index = index, .json = each};
    const crd::Version& own = decoded.versions[index++];
    version.shares_schema = decoded.validation != nullptr && own.own_schema == nullptr;
    version.props = own.schema;
    const LoadedVersion* last = loaded.versions.empty() ? nullptr : &loaded.versions.back();
    if (own.schema != nullptr && last != nullptr && last->props == own.schema) {
      version.schema = last->schema;
      version.checks = last->checks;
    } else if (own.schema != nullptr) {
      const auto served = admission::ServeSchema(*own.schema, loaded.prunes, arena);
      version.schema = served.structural;
      version.checks = served.checks;
    }
    AddScale(arena, version);
    loaded.versions.push_back(version);
  }
  return loaded;
}

}  // namespace structural::compare
