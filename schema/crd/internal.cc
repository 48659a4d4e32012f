#include "schema/crd/internal.h"

#include <algorithm>

#include "schema/json/lookup.h"
#include "schema/kubernetes/convert.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/equal.h"
#include "schema/kubernetes/read.h"
#include "schema/model/equal.h"

namespace structural::crd {
namespace {

using json::Value;

// Gives the schema in the object its number, if there is one.
void Number(const Value* holder, std::size_t number) {
  Value* schema = holder == nullptr ? nullptr : holder->Find("openAPIV3Schema");
  if (schema != nullptr) *schema = Value::Int(static_cast<std::int64_t>(number));
}

// Schemas that are shared have one number, so that they are equal.
void NumberSchemas(const Value& read, bool shared) {
  const Value* spec = read.Find("spec");
  if (spec == nullptr) return;
  Number(spec->Find("validation"), 0);
  std::size_t number = 0;
  for (const Value& version : ElementsOf(spec->Find("versions")))
    Number(version.Find("schema"), shared ? 0 : ++number);
}

}  // namespace

bool ShareSchema(const CustomResourceDefinition& crd) {
  if (crd.api_version != ApiVersion::kV1 || crd.versions.empty()) return false;
  const model::JSONSchemaProps* first = crd.versions[0].own_schema;
  return std::ranges::all_of(crd.versions, [&](const Version& version) {
    return model::SemanticEqual(version.own_schema, first);
  });
}

Internal ToInternal(const CustomResourceDefinition& crd, Value read, base::Arena& arena) {
  const bool shared = ShareSchema(crd);
  Internal internal;
  internal.api_version = crd.api_version;
  internal.schemas.push_back(shared ? crd.versions[0].own_schema : crd.validation);
  for (const Version& version : crd.versions)
    internal.schemas.push_back(shared ? nullptr : version.own_schema);
  NumberSchemas(read, shared);
  if (crd.api_version == ApiVersion::kV1) {
    kubernetes::DefaultV1(read, arena);
    kubernetes::InternalFromV1(read, arena);
  } else {
    kubernetes::DefaultV1beta1(read, arena);
  }
  internal.crd = read;
  return internal;
}

// What Decode refuses is refused here, in the same words.
base::Result<Internal> DecodeInternal(std::string_view text, base::Arena& arena) {
  const auto crd = Decode(text, arena);
  if (!crd.ok()) return crd.error();
  json::JsonReader in(text, arena);
  const Value read = kubernetes::Read(in,
                                      crd->api_version == ApiVersion::kV1
                                          ? kubernetes::v1::kCustomResourceDefinition
                                          : kubernetes::v1beta1::kCustomResourceDefinition,
                                      arena);
  if (!in.AtEnd()) return in.error();
  return ToInternal(*crd, read, arena);
}

bool SameSpec(const Internal& a, const Internal& b) {
  return kubernetes::SemanticEqual(kubernetes::v1beta1::kCustomResourceDefinitionSpec,
                                   *a.crd.Find("spec"), *b.crd.Find("spec")) &&
         std::ranges::equal(
             a.schemas, b.schemas,
             [](const model::JSONSchemaProps* of_a, const model::JSONSchemaProps* of_b) {
               return model::SemanticEqual(of_a, of_b);
             });
}

}  // namespace structural::crd
