#include "schema/crd/convert.h"

#include <variant>

#include <nlohmann/json.hpp>

#include "schema/api/convert.h"
#include "schema/api/crd_types.h"
#include "schema/api/dump.h"
#include "schema/api/read.h"
#include "schema/api/write.h"
#include "schema/base/path.h"
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

base::Result<json> Convert(std::string_view text) {
  const auto internal = DecodeInternal(text);
  if (!internal.ok()) return internal.error();
  return json{{"v1", Written(api::V1FromInternal(internal->crd), ApiVersion::kV1)},
              {"v1beta1", Written(internal->crd, ApiVersion::kV1beta1)}};
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
  const json* shared = SchemaIn(spec, "validation");
  if (shared != nullptr && !Judge(*shared, validation.Child("openAPIV3Schema"), verdict))
    return verdict;
  const auto versions = spec.find("versions");
  for (std::size_t i = 0; versions != spec.end() && i < versions->size(); ++i) {
    const json* schema = SchemaIn((*versions)[i], "schema");
    const FieldPath version = path.Child("versions", i);
    const FieldPath holder = version.Child("schema");
    if (schema != nullptr && !Judge(*schema, holder.Child("openAPIV3Schema"), verdict)) break;
  }
  return verdict;
}

}  // namespace structural::crd
