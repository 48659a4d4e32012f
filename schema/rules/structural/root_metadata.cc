#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

// What is left when type, default, name and generateName are taken away must be nothing.
bool OnlyNames(const model::Structural& metadata) {
  const auto& properties = metadata.properties;
  const std::size_t names =
      (properties.Find("name") != nullptr) + (properties.Find("generateName") != nullptr);
  model::Generic generic = metadata.generic;
  generic.type = {};
  generic.default_value = {};
  return properties.size() == names && model::IsZero(generic) &&
         model::IsZero(*metadata.extensions) && model::IsZero(*metadata.value_validation) &&
         metadata.items == nullptr && metadata.additional_properties == nullptr &&
         model::Absent(metadata.x_validations);
}

void Check(const StructuralNode& at) {
  const model::Structural* metadata = at.schema.properties.Find("metadata");
  if (at.level != Level::kRoot || metadata == nullptr || OnlyNames(*metadata)) return;
  at.found.push_back(base::Forbidden(kRootMetadata.id, at.path.Child("properties", "metadata"),
                                     "must not specify anything other than name and generateName, "
                                     "but metadata is implicitly specified"));
}

}  // namespace

const StructuralRule kRootMetadata = {
    {.id = "root-metadata",
     .what = "The root restricts of metadata nothing but name and generateName.",
     .why = "The metadata of a custom resource is specified and validated by the API server. "
            "A schema that restricted it would break owner references, finalizers and server-"
            "side apply.",
     .fix = "Keep nothing under properties.metadata but type: object and the properties name "
            "and generateName; move the rest out or drop it.",
     .section = &kKepMetadata},
    Check};

}  // namespace structural::rules
