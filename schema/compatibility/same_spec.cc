#include "schema/compatibility/same_spec.h"

#include <algorithm>

#include "schema/crd/internal.h"
#include "schema/json/members.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/equal.h"
#include "schema/kubernetes/read.h"
#include "schema/model/equal.h"

namespace structural::compatibility {
namespace {

using json::Value;
using model::JSONSchemaProps;

// Precondition: the CRD was decoded from its text, so that it is known to be readable.
crd::Internal InternalSpec(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  const auto& type = crd.api_version == crd::ApiVersion::kV1
                         ? kubernetes::v1::kCustomResourceDefinitionSpec
                         : kubernetes::v1beta1::kCustomResourceDefinitionSpec;
  Value whole = Value::Object({});
  if (!crd.spec.empty()) {
    json::JsonReader in(crd.spec, arena);
    json::Set(whole, "spec", kubernetes::Read(in, type, arena), arena);
  }
  return crd::ToInternal(crd, whole, arena);
}

}  // namespace

bool SameSpec(const crd::CustomResourceDefinition& a, const crd::CustomResourceDefinition& b) {
  if (a.api_version == b.api_version && a.spec == b.spec) return true;
  base::Arena arena;
  const crd::Internal x = InternalSpec(a, arena), y = InternalSpec(b, arena);
  return kubernetes::SemanticEqual(kubernetes::v1beta1::kCustomResourceDefinitionSpec,
                                   *x.crd.Find("spec"), *y.crd.Find("spec")) &&
         std::ranges::equal(x.schemas, y.schemas,
                            [](const JSONSchemaProps* of_a, const JSONSchemaProps* of_b) {
                              return model::SemanticEqual(of_a, of_b);
                            });
}

}  // namespace structural::compatibility
