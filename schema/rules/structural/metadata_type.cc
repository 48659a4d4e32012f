#include "schema/rules/catalog.h"
#include "schema/rules/surroundings.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  const model::Structural* metadata = at.schema.properties.Find("metadata");
  if (metadata == nullptr || !HasObjectMeta(at) || metadata->generic.type == "object") return;
  at.found.push_back(base::Invalid(kMetadataType.id,
                                   at.path.Child("properties", "metadata").Child("type"),
                                   metadata->generic.type, "must be object"));
}

}  // namespace

const StructuralRule kMetadataType = {
    {.id = "metadata-type",
     .what = "The type of metadata is object.",
     .why = "The metadata of a resource is an ObjectMeta; the API server validates it itself.",
     .fix = "Write type: object under properties.metadata, or leave metadata out: it is "
            "specified implicitly.",
     .section = &kKepMetadata},
    Check};

}  // namespace structural::rules
