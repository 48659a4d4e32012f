#include "schema/crd/evaluate_internal.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "schema/api/crd_parts.h"
#include "schema/api/crd_types.h"
#include "schema/api/equal.h"
#include "schema/api/read.h"
#include "schema/base/enough.h"
#include "schema/base/path.h"
#include "schema/model/equal.h"
#include "schema/model/new_structural.h"
#include "schema/rules/validate.h"

namespace structural::crd {
namespace {

using base::FieldPath;
using model::JSONSchemaProps;

bool Equal(const JSONSchemaProps* a, const JSONSchemaProps* b) {
  return a == nullptr || b == nullptr ? a == b : model::SemanticEqual(*a, *b);
}

// The same as ShareSchema of any text.
bool ShareSchemaText(std::string_view text, const CustomResourceDefinition& crd) {
  if (crd.api_version != ApiVersion::kV1 || crd.versions.empty()) return false;
  base::Arena arena;
  base::JsonReader in(text, arena);
  nlohmann::json read;
  api::Read(in, api::v1::kCustomResourceDefinition, read);
  const nlohmann::json& versions = read.at("spec").at("versions");
  const auto schema = [](const nlohmann::json& version) {
    return version.value("schema", nlohmann::json());
  };
  return std::ranges::all_of(versions, [&](const nlohmann::json& version) {
    return api::SemanticEqual(api::kValidation, schema(version), schema(versions[0]));
  });
}

// False where the schema has no structural form. null is no schema.
bool Judge(const JSONSchemaProps* schema, const FieldPath& holder, base::Arena& arena,
           InternalVerdict& verdict) {
  if (schema == nullptr) return true;
  const auto structural = model::NewStructural(*schema, arena, model::Empties::kStay);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
    verdict.structural_error = reason->text;
    return false;
  }
  auto found = rules::ValidateStructural(holder.Child("openAPIV3Schema"),
                                         *std::get<const model::Structural*>(structural));
  std::ranges::move(found, std::back_inserter(verdict.violations));
  return true;
}

}  // namespace

// Wherever it stands. A key may be written with escapes.
bool MayHaveVoidItems(std::string_view json) {
  if (json.find("\\u006") != json.npos || json.find("\\u007") != json.npos) return true;
  constexpr std::string_view kKey = "\"items\"", kSpaces = " \t\r\n";
  for (std::size_t at = 0; (at = json.find(kKey, at)) != json.npos;) {
    at = json.find_first_not_of(kSpaces, at + kKey.size());
    if (at == json.npos || json[at] != ':') continue;  // a text
    at = json.find_first_not_of(kSpaces, at + 1);
    if (at == json.npos) break;
    if (json[at] == '{' || json[at] == 'n') continue;
    at = json[at] == '[' ? json.find_first_not_of(kSpaces, at + 1) : at;
    if (at == json.npos || json[at] != '{') return true;
  }
  return false;
}

bool ShareSchema(const CustomResourceDefinition& crd) {
  if (crd.api_version != ApiVersion::kV1 || crd.versions.empty()) return false;
  const JSONSchemaProps* first = crd.versions[0].own_schema;
  return std::ranges::all_of(crd.versions,
                             [&](const Version& v) { return Equal(v.own_schema, first); });
}

base::Result<InternalVerdict> EvaluateInternal(std::string_view json, base::Arena& arena) {
  const auto crd = Decode(json, arena);
  if (!crd.ok()) return crd.error();
  InternalVerdict verdict{crd->api_version, std::string(crd->metadata.name), {}, {}};
  const bool shared = MayHaveVoidItems(json) ? ShareSchemaText(json, *crd) : ShareSchema(*crd);
  const FieldPath path("spec");
  base::Enough enough(verdict.violations);
  const JSONSchemaProps* at_top = shared ? crd->versions[0].own_schema : crd->validation;
  if (!Judge(at_top, path.Child("validation"), arena, verdict) || shared) return verdict;
  for (std::size_t i = 0; i < crd->versions.size() && !enough(); ++i) {
    const FieldPath version = path.Child("versions", i);
    if (!Judge(crd->versions[i].own_schema, version.Child("schema"), arena, verdict)) break;
  }
  return verdict;
}

}  // namespace structural::crd
