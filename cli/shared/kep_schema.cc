#include "cli/shared/kep_schema.h"

#include "cli/shared/written_schema.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/unions/kep/declaration.h"

namespace structural::cli {
namespace {

base::Error Unusable(const unions::kep::UnionError& error) {
  return {base::ErrorCode::kInvalidInput, error.path + ": " + error.text};
}

}  // namespace

base::Result<json::Value> KepSchemaOf(const FileDocument& document,
                                      const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena) {
  const auto unions = unions::kep::ReadCrdUnions(document.json, crd, arena);
  if (const auto* refused = unions.refused()) return Unusable(*refused);
  const json::Value with_unions = unions.SchemaOf(version);
  if (!with_unions.is_null()) return with_unions;
  return WrittenSchema(document.value.Find("spec"), version);
}

base::Status CheckUnionsOf(const json::Value& schema) {
  for (const auto& error : unions::kep::CheckUnions(schema)) {
    if (!IsAdvice(error)) return Unusable(error);
  }
  return base::Ok();
}

}  // namespace structural::cli
