#include "schema/admission/served.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "schema/crd/convert.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/members.h"
#include "schema/kubernetes/convert.h"
#include "schema/objects/default_values.h"

namespace structural::admission {
namespace {

// The parts of a version like v1beta2. The members are in the order in which versions are compared.
struct KubeVersion {
  int stability = 2;  // 0: alpha, 1: beta, 2: stable
  std::int64_t major = 0;
  std::int64_t minor = 0;
  auto operator<=>(const KubeVersion&) const = default;
};

bool TakeNumber(std::string_view& text, std::int64_t& number) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(end - text.data());
  return error == std::errc();
}

std::optional<KubeVersion> Parse(std::string_view text) {
  KubeVersion version;
  if (!text.starts_with('v')) return std::nullopt;
  text.remove_prefix(1);
  if (!TakeNumber(text, version.major)) return std::nullopt;
  if (text.empty()) return version;
  for (const auto& [name, stability] : {std::pair{"alpha", 0}, std::pair{"beta", 1}}) {
    if (!text.starts_with(name)) continue;
    text.remove_prefix(std::string_view(name).size());
    version.stability = stability;
    const bool complete = TakeNumber(text, version.minor) && text.empty();
    return complete ? std::optional(version) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

int CompareVersions(std::string_view a, std::string_view b) {
  const auto first = Parse(a), second = Parse(b);
  if (!first && !second) return b.compare(a);
  if (!first || !second) return first ? 1 : -1;
  return *first < *second ? -1 : *first > *second;
}

base::Result<DefaultedCrd> ReadDefaulted(std::string_view text, base::Arena& arena) {
  auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  const auto internal = crd::DecodeInternal(text, *decoded, arena);
  if (!internal.ok()) return internal.error();
  const json::Value v1 = kubernetes::ConvertInternalToV1(internal->crd, arena);
  return DefaultedCrd{*std::move(decoded), *v1.Find("spec")};
}

ServedSchema ServeSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena, int minor) {
  ServedSchema served{.checks = objects::CompileChecks(schema, arena, objects::EnumNumbers::kAsStored, minor)};
  const auto structural = crd::NewStructural(schema, arena);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
    if (prunes) served.status = {base::ErrorCode::kInvalidInput, reason->text};
    return served;
  }
  served.structural = std::get<const crd::Structural*>(structural);
  if (!prunes) return served;
  const auto pruned = objects::PruneDefaults(*served.structural, arena);
  if (pruned.ok()) {
    served.structural = *pruned;
  } else {
    served.status = pruned.error();
  }
  return served;
}

namespace {

using json::Value;

// Returns the name of the newest served version that is not deprecated; empty if all served versions are deprecated.
std::string_view NewestVersion(const Value& spec) {
  std::string_view newest;
  for (const Value& each : ElementsOf(spec.Find("versions"))) {
    const std::string_view name = TextOf(each.Find("name"));
    if (!IsTrue(each.Find("served")) || IsTrue(each.Find("deprecated"))) continue;
    if (newest.empty() || CompareVersions(name, newest) > 0) newest = name;
  }
  return newest;
}

// Returns the warning about a deprecated version: the text in the CRD, or Kubernetes' default text, which recommends
// `newest`.
std::string DeprecationOf(const Value& version, const Value& spec, std::string_view newest) {
  const auto own = version.Find("deprecationWarning");
  if (own != nullptr && own->is_string()) return std::string(own->text());
  const std::string_view group = TextOf(spec.Find("group")), name = TextOf(version.Find("name")),
                         kind = TextOf(Below(spec.Find("names"), "kind"));
  const auto in_words = [&](std::string_view of) {
    return std::string(group).append("/").append(of).append(" ").append(kind);
  };
  const std::string text = in_words(name) + " is deprecated";
  return newest.empty() || CompareVersions(name, newest) >= 0 ? text : text + "; use " + in_words(newest);
}

std::optional<Scale> ScaleOf(const Value* subresources) {
  const Value* scale = Below(subresources, "scale");
  if (scale == nullptr) return std::nullopt;
  Scale read{TextOf(scale->Find("specReplicasPath")), TextOf(scale->Find("statusReplicasPath")), {}};
  const Value* selector = scale->Find("labelSelectorPath");
  if (selector != nullptr && selector->is_string()) read.label_selector_path = selector->text();
  return read;
}

base::Status AddSchema(const crd::JSONSchemaProps& schema, bool prunes, int minor, base::Arena& arena,
                       ServedVersion& to) {
  const ServedSchema served = ServeSchema(schema, prunes, arena, minor);
  if (!served.status.ok()) return served.status;
  to.schema = served.structural;
  to.checks = served.checks;
  if (to.schema != nullptr) {
    auto rules = std::make_shared<const expressions::RuleSet>(*to.schema, expressions::RuleSetOptions{.minor = minor});
    if (!rules->empty()) to.rules = std::move(rules);
  }
  const auto* status = to.has_status ? schema.properties.Find("status") : nullptr;
  if (status != nullptr) {
    to.status_checks = objects::CompileChecks(*status, arena, objects::EnumNumbers::kAsStored, minor);
  }
  return base::Ok();
}

ServedVersion VersionOf(const Value& version, const Value& spec, std::string_view newest) {
  const Value* subresources = version.Find("subresources");
  ServedVersion served{.name = TextOf(version.Find("name")),
                       .served = IsTrue(version.Find("served")),
                       .storage = IsTrue(version.Find("storage")),
                       .has_status = Below(subresources, "status") != nullptr};
  served.scale = ScaleOf(subresources);
  if (IsTrue(version.Find("deprecated"))) served.deprecation_warning = DeprecationOf(version, spec, newest);
  return served;
}

void ShareSchema(const ServedVersion& from, ServedVersion& to) {
  to.schema = from.schema;
  to.checks = from.checks;
  to.status_checks = from.status_checks;
  to.rules = from.rules;
}

}  // namespace

std::string ServedResource::QualifiedName() const { return std::string(plural).append(".").append(group); }

const ServedVersion* ServedResource::Find(std::string_view version) const {
  const auto found = std::ranges::find(versions, version, &ServedVersion::name);
  return found == versions.end() ? nullptr : &*found;
}

const ServedVersion* ServedResource::Storage() const {
  const auto found = std::ranges::find(versions, true, &ServedVersion::storage);
  return found == versions.end() ? nullptr : &*found;
}

base::Result<ServedResource> Serve(std::string_view text, base::Arena& arena, bool prunes, int minor) {
  const auto crd = ReadDefaulted(text, arena);
  if (!crd.ok()) return crd.error();
  const auto& [decoded, spec] = *crd;
  ServedResource served{.group = decoded.group,
                        .plural = decoded.names.plural,
                        .kind = decoded.names.kind,
                        .namespaced = decoded.scope == "Namespaced",
                        .preserve_unknown_fields = decoded.preserve_unknown_fields && !prunes,
                        .has_conversion_webhook = decoded.conversion_strategy == "Webhook"};
  // `shared` is the index of the last version whose schema was compiled. A later version with the same schema reuses
  // the compiled one.
  std::size_t index = 0, shared = 0;
  const std::string_view newest = NewestVersion(spec);
  for (const Value& each : ElementsOf(spec.Find("versions"))) {
    ServedVersion& version = served.versions.emplace_back(VersionOf(each, spec, newest));
    version.minor = minor;
    const crd::JSONSchemaProps* schema = decoded.versions[index++].schema;
    if (schema == nullptr) continue;
    const bool is_shared = schema == decoded.versions[shared].schema && index - 1 != shared;
    if (is_shared && version.has_status == served.versions[shared].has_status) {
      ShareSchema(served.versions[shared], version);
      continue;
    }
    if (!is_shared) shared = index - 1;
    const base::Status added = AddSchema(*schema, !served.preserve_unknown_fields, minor, arena, version);
    if (!added.ok()) return added.error();
  }
  return served;
}

}  // namespace structural::admission
