#include "schema/admission/defaulted_crd.h"

#include <utility>
#include <variant>

#include "schema/crd/convert.h"
#include "schema/crd/model/new_structural.h"
#include "schema/kubernetes/convert.h"
#include "schema/objects/default_values.h"

namespace structural::admission {

base::Result<DefaultedCrd> ReadDefaulted(std::string_view text, base::Arena& arena) {
  auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  const auto internal = crd::DecodeInternal(text, *decoded, arena);
  if (!internal.ok()) return internal.error();
  const json::Value v1 = kubernetes::V1FromInternal(internal->crd, arena);
  return DefaultedCrd{*std::move(decoded), *v1.Find("spec")};
}

ServedSchema ServeSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena) {
  ServedSchema served{.checks = objects::CompileChecks(schema, arena, objects::EnumNumbers::kAsStored)};
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

}  // namespace structural::admission
