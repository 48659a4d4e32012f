#include "schema/crd/convert.h"

#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "schema/api/convert.h"
#include "schema/api/crd_types.h"
#include "schema/api/dump.h"
#include "schema/api/read.h"
#include "schema/api/write.h"
#include "schema/base/enough.h"
#include "schema/base/output_budget.h"
#include "schema/base/path.h"
#include "schema/base/quote.h"
#include "schema/crd/type_meta.h"
#include "schema/model/decode.h"
#include "schema/model/new_structural.h"
#include "schema/rules/validate.h"

namespace structural::crd {
namespace {

using base::FieldPath;
using nlohmann::json;

struct Internal {
  ApiVersion api_version;
  json crd;
};

// The same as Decode says: what it refuses is refused here, in the same words.
base::Result<Internal> DecodeInternal(std::string_view text) {
  base::Arena arena;
  const auto decoded = Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  const bool v1 = decoded->api_version == ApiVersion::kV1;
  base::JsonReader in(text, arena);
  json crd;
  api::Read(in, v1 ? api::v1::kCustomResourceDefinition : api::v1beta1::kCustomResourceDefinition,
            crd);
  if (!in.AtEnd()) return in.error();
  v1 ? api::DefaultV1(crd) : api::DefaultV1beta1(crd);
  return Internal{decoded->api_version, v1 ? api::InternalFromV1(std::move(crd)) : std::move(crd)};
}

json Written(json crd, ApiVersion version) {
  crd["apiVersion"] = Name(version);
  crd["kind"] = "CustomResourceDefinition";
  return api::Write(version == ApiVersion::kV1 ? api::v1::kCustomResourceDefinition
                                               : api::v1beta1::kCustomResourceDefinition,
                    crd);
}

// The object with `text` as the value of `key`.
void AppendWith(const json& object, std::string_view key, std::string_view text, std::string& to) {
  char separator = '{';
  for (const auto& [name, member] : object.items()) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(name, to);
    to += ':';
    to += name == key ? text : std::string_view(api::Dump(member));
  }
  to += '}';
}

// Each version is made of what all share, written and forgotten.
base::Result<std::string> VersionsText(const json& versions, const json& shared,
                                       std::size_t input) {
  std::string text = "[";
  for (const json& version : versions) {
    if (text.size() > 1) text += ',';
    text += api::Dump(api::Write(api::v1::kCustomResourceDefinitionVersion,
                                 api::V1Version(version, shared)));
    const base::Status fits = base::CheckDocument("the CRD in v1", text.size(), input);
    if (!fits.ok()) return fits.error();
  }
  return text += ']';
}

base::Result<std::string> V1Text(api::V1Parts parts, std::size_t input) {
  json& spec = parts.crd["spec"];
  json versions = spec.contains("versions") ? std::move(spec["versions"]) : json();
  const bool some = versions.is_array() && !versions.empty();
  if (spec.contains("versions")) spec["versions"] = some ? json::array() : versions;
  const json written = Written(std::move(parts.crd), ApiVersion::kV1);
  if (!some) return api::Dump(written);
  const auto list = VersionsText(versions, parts.shared, input);
  if (!list.ok()) return list.error();
  std::string spec_text, text;
  AppendWith(written.at("spec"), "versions", *list, spec_text);
  AppendWith(written, "spec", spec_text, text);
  return text;
}

const json* SchemaIn(const json& holder, const char* key) {
  const auto at = holder.find(key);
  if (at == holder.end() || !at->is_object()) return nullptr;
  const auto schema = at->find("openAPIV3Schema");
  return schema == at->end() || !schema->is_object() ? nullptr : &*schema;
}

// False where the schema has no structural form.
bool Judge(const json& schema, const FieldPath& path, InternalVerdict& verdict) {
  const std::string text = api::Dump(schema);
  base::Arena arena;
  base::JsonReader in(text, arena);
  model::JSONSchemaProps props;
  model::DecodeSchema(in, arena, props);
  const auto structural = model::NewStructural(props, arena, model::Empties::kStay);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
    verdict.structural_error = reason->text;
    return false;
  }
  auto found = rules::ValidateStructural(path, *std::get<const model::Structural*>(structural));
  std::move(found.begin(), found.end(), std::back_inserter(verdict.violations));
  return true;
}

}  // namespace

base::Result<Converted> Convert(std::string_view text) {
  auto internal = DecodeInternal(text);
  if (!internal.ok()) return internal.error();
  Converted converted;
  converted.v1beta1 = api::Dump(Written(internal->crd, ApiVersion::kV1beta1));
  auto v1 = V1Text(api::V1FromInternal(std::move(internal->crd)), text.size());
  if (!v1.ok()) return v1.error();
  converted.v1 = *std::move(v1);
  return converted;
}

base::Result<InternalVerdict> EvaluateInternal(std::string_view text) {
  const auto internal = DecodeInternal(text);
  if (!internal.ok()) return internal.error();
  const json& crd = internal->crd;
  InternalVerdict verdict{internal->api_version, {}, {}, {}};
  if (const auto meta = crd.find("metadata"); meta != crd.end())
    verdict.name = meta->value("name", "");
  const json& spec = crd.at("spec");
  const FieldPath path("spec");
  const FieldPath validation = path.Child("validation");
  base::Enough enough(verdict.violations);
  const json* shared = SchemaIn(spec, "validation");
  if (shared != nullptr && !Judge(*shared, validation.Child("openAPIV3Schema"), verdict))
    return verdict;
  const auto versions = spec.find("versions");
  for (std::size_t i = 0; versions != spec.end() && i < versions->size() && !enough(); ++i) {
    const json* schema = SchemaIn((*versions)[i], "schema");
    const FieldPath version = path.Child("versions", i);
    const FieldPath holder = version.Child("schema");
    if (schema != nullptr && !Judge(*schema, holder.Child("openAPIV3Schema"), verdict)) break;
  }
  return verdict;
}

}  // namespace structural::crd
