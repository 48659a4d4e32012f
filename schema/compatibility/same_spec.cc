#include "schema/compatibility/same_spec.h"

#include <nlohmann/json.hpp>

#include "schema/api/convert.h"
#include "schema/api/crd_types.h"
#include "schema/api/equal.h"
#include "schema/api/read.h"

namespace structural::compatibility {
namespace {

using nlohmann::json;

// Precondition: the CRD was decoded from its text, so that it is known to be readable.
json InternalSpec(const crd::CustomResourceDefinition& crd) {
  const bool v1 = crd.api_version == crd::ApiVersion::kV1;
  json whole = json::object();
  if (!crd.spec.empty()) {
    base::Arena arena;
    base::JsonReader in(crd.spec, arena);
    api::Read(
        in,
        v1 ? api::v1::kCustomResourceDefinitionSpec : api::v1beta1::kCustomResourceDefinitionSpec,
        whole["spec"]);
  }
  v1 ? api::DefaultV1(whole) : api::DefaultV1beta1(whole);
  if (v1) whole = api::InternalFromV1(std::move(whole));
  return std::move(whole["spec"]);
}

}  // namespace

bool SameSpec(const crd::CustomResourceDefinition& a, const crd::CustomResourceDefinition& b) {
  if (a.api_version == b.api_version && a.spec == b.spec) return true;
  return api::SemanticEqual(api::v1beta1::kCustomResourceDefinitionSpec, InternalSpec(a),
                            InternalSpec(b));
}

}  // namespace structural::compatibility
