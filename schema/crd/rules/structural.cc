#include "schema/crd/rules/catalog.h"

namespace structural::crd {
namespace {

using kubernetes::FieldPath;

bool MayBeUntyped(const Extensions& x) {
  return x.x_embedded_resource || x.x_int_or_string || x.x_preserve_unknown_fields;
}

std::string_view RequiredAt(Level level) {
  switch (level) {
    case Level::kRoot: return "must not be empty at the root";
    case Level::kItem: return "must not be empty for specified array items";
    case Level::kField: return "must not be empty for specified object fields";
  }
  return {};
}

// Checks that the schema of a whole Kubernetes object specifies the type `type` for `field`.
void CheckTypeOf(const StructuralNode& at, std::string_view id, std::string_view field, std::string_view type,
                 std::string_view detail) {
  if (at.level != Level::kRoot && !at.schema.extensions->x_embedded_resource) return;
  const Structural* schema = at.schema.properties.Find(field);
  if (schema == nullptr || schema->generic.type == type) return;
  at.found.push_back(
      kubernetes::Invalid(id, at.path.Child("properties", field).Child("type"), schema->generic.type, detail));
}

// Whether the schema of metadata specifies only type, default, name and generateName.
bool OnlyNames(const Structural& metadata) {
  const auto& properties = metadata.properties;
  const std::size_t names = (properties.Find("name") != nullptr) + (properties.Find("generateName") != nullptr);
  Generic generic = metadata.generic;
  generic.type = {};
  generic.default_value = {};
  return properties.size() == names && crd::IsZero(generic) && crd::IsZero(*metadata.extensions) &&
         crd::IsZero(*metadata.value_validation) && metadata.items == nullptr &&
         metadata.additional_properties == nullptr && Absent(metadata.x_validations);
}

// Adds a violation if the schema has x-kubernetes-int-or-string. Precondition: the schema also has `extension`, which
// must not be combined with x-kubernetes-int-or-string.
void CheckNoIntOrString(const StructuralNode& at, std::string_view id, std::string_view extension) {
  if (!at.schema.extensions->x_int_or_string) return;
  at.found.push_back(
      kubernetes::InvalidTrue(id, at.path.Child(extension), "must be false if x-kubernetes-int-or-string is true"));
}

constexpr StructuralRule kStructuralRules[] = {
    {{.id = "array-items",
      .what = "An array has a schema for its items.",
      .why = "Without a schema for items, the type of the elements is unknown. The API server "
             "cannot prune, default or publish them.",
      .fix = "Add items with a type. For elements of any type, use items with "
             "x-kubernetes-preserve-unknown-fields: true.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       if (at.schema.generic.type != "array" || at.schema.items != nullptr) return;
       at.found.push_back(kubernetes::Required(id, at.path.Child("items"), "must be specified"));
     }},
    {{.id = "root-additional-properties",
      .what = "The root has no additionalProperties.",
      .why = "A custom resource is an object with known top-level fields, not a map. "
             "additionalProperties at the root would allow any field next to apiVersion, kind and "
             "metadata.",
      .fix = "List the top-level fields under properties, or set "
             "x-kubernetes-preserve-unknown-fields: true at the root if unknown fields must be "
             "kept.",
      .section = &kDocsStructuralSchema},
     [](const StructuralNode& at, std::string_view id) {
       if (at.level != Level::kRoot || at.schema.additional_properties == nullptr) return;
       at.found.push_back(
           kubernetes::Forbidden(id, at.path.Child("additionalProperties"), "must not be used at the root"));
     }},
    {{.id = "type-required",
      .what = "Every schema outside of allOf, anyOf, oneOf and not has a type.",
      .why = "Pruning, defaulting, kubectl explain and server-side apply need the type of a value. "
             "They do not evaluate allOf, anyOf, oneOf and not.",
      .fix = "Set type (object, array, string, integer, number or boolean) outside of allOf, anyOf, "
             "oneOf and not. For a value of any type set x-kubernetes-preserve-unknown-fields: true; "
             "for an integer or string set x-kubernetes-int-or-string: true.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       if (!at.schema.generic.type.empty() || MayBeUntyped(*at.schema.extensions)) return;
       at.found.push_back(kubernetes::Required(id, at.path.Child("type"), RequiredAt(at.level)));
     }},
    {{.id = "root-type",
      .what = "The type of the root is object.",
      .why = "A custom resource is always a JSON object.",
      .fix = "Set type: object at the root of the schema.",
      .section = &kDocsStructuralSchema},
     [](const StructuralNode& at, std::string_view id) {
       const std::string_view type = at.schema.generic.type;
       if (at.level != Level::kRoot || type.empty() || type == "object") return;
       at.found.push_back(kubernetes::Invalid(id, at.path.Child("type"), type, "must be object at the root"));
     }},
    {{.id = "metadata-type",
      .what = "The type of metadata is object.",
      .why = "The metadata of a resource is an ObjectMeta. The API server validates it itself.",
      .fix = "Write type: object under properties.metadata, or remove metadata. It is specified "
             "implicitly.",
      .section = &kKepMetadata},
     [](const StructuralNode& at, std::string_view id) {
       CheckTypeOf(at, id, "metadata", "object", "must be object");
     }},
    {{.id = "root-metadata",
      .what = "The root restricts only name and generateName of metadata.",
      .why = "The API server specifies and validates the metadata of a custom resource. Further "
             "restrictions would break owner references, finalizers and server-side apply.",
      .fix = "Keep only type: object and the properties name and generateName under "
             "properties.metadata. Move or remove everything else.",
      .section = &kKepMetadata},
     [](const StructuralNode& at, std::string_view id) {
       const Structural* metadata = at.schema.properties.Find("metadata");
       if (at.level != Level::kRoot || metadata == nullptr || OnlyNames(*metadata)) return;
       at.found.push_back(kubernetes::Forbidden(id, at.path.Child("properties", "metadata"),
                                                "must not specify anything other than name and "
                                                "generateName, but metadata is implicitly specified"));
     }},
    {{.id = "type-meta",
      .what = "apiVersion and kind are strings.",
      .why = "apiVersion and kind are strings in every Kubernetes object.",
      .fix = "Set type: string for apiVersion and kind, or remove them. They are specified "
             "implicitly.",
      .section = &kBlogStructuralSchema},
     [](const StructuralNode& at, std::string_view id) {
       CheckTypeOf(at, id, "kind", "string", "must be string");
       CheckTypeOf(at, id, "apiVersion", "string", "must be string");
     }},
    {{.id = "embedded-resource-type",
      .what = "The type of an embedded resource is object.",
      .why = "An embedded resource is a whole Kubernetes object with apiVersion, kind and "
             "metadata.",
      .fix = "Set type: object together with x-kubernetes-embedded-resource: true.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       const std::string_view type = at.schema.generic.type;
       if (!at.schema.extensions->x_embedded_resource || type == "object") return;
       const FieldPath path = at.path.Child("type");
       constexpr std::string_view kDetail = "must be object if x-kubernetes-embedded-resource is true";
       at.found.push_back(type.empty() ? kubernetes::Required(id, path, kDetail)
                                       : kubernetes::Invalid(id, path, type, kDetail));
     }},
    {{.id = "embedded-resource-properties",
      .what = "An embedded resource has properties or keeps unknown fields.",
      .why = "Pruning would remove everything except apiVersion, kind and metadata from an "
             "embedded resource without fields.",
      .fix = "List its fields under properties, or set x-kubernetes-preserve-unknown-fields: "
             "true to keep them all.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       const Extensions& x = *at.schema.extensions;
       if (!x.x_embedded_resource || x.x_preserve_unknown_fields || !at.schema.properties.empty()) return;
       at.found.push_back(kubernetes::Required(id, at.path.Child("properties"),
                                               "must not be empty if x-kubernetes-embedded-resource is "
                                               "true without x-kubernetes-preserve-unknown-fields"));
     }},
    {{.id = "embedded-resource-additional-properties",
      .what = "An embedded resource has no additionalProperties.",
      .why = "An embedded resource is an object with known fields, not a map of values of one "
             "type.",
      .fix = "Remove additionalProperties. To keep fields that are not listed, set "
             "x-kubernetes-preserve-unknown-fields: true.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       if (!at.schema.extensions->x_embedded_resource) return;
       if (at.schema.additional_properties == nullptr) return;
       at.found.push_back(kubernetes::Forbidden(id, at.path.Child("additionalProperties"),
                                                "must not be used if x-kubernetes-embedded-resource is set"));
     }},
    {{.id = "int-or-string-preserve-unknown-fields",
      .what = "An integer or string does not preserve unknown fields.",
      .why = "An integer or a string has no fields to preserve.",
      .fix = "Remove one of x-kubernetes-int-or-string and x-kubernetes-preserve-unknown-fields.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       if (!at.schema.extensions->x_preserve_unknown_fields) return;
       CheckNoIntOrString(at, id, "x-kubernetes-preserve-unknown-fields");
     }},
    {{.id = "int-or-string-embedded-resource",
      .what = "An integer or string is not an embedded resource.",
      .why = "An integer or a string cannot be a whole Kubernetes object.",
      .fix = "Remove one of x-kubernetes-int-or-string and x-kubernetes-embedded-resource.",
      .section = &kKepFormalDefinition},
     [](const StructuralNode& at, std::string_view id) {
       if (!at.schema.extensions->x_embedded_resource) return;
       CheckNoIntOrString(at, id, "x-kubernetes-embedded-resource");
     }},
    {{.id = kPattern,
      .what = "A pattern is a valid regular expression.",
      .why = "The API server uses Go's regular expressions (RE2 syntax), which do not support "
             "lookahead, lookbehind and backreferences. A pattern that does not compile rejects "
             "every value.",
      .fix = "Write the pattern in RE2 syntax, or express the condition with anyOf, allOf, not or "
             "a rule in x-kubernetes-validations.",
      .section = &kDocsValidation},
     [](const StructuralNode& at, std::string_view) {
       CheckPattern(at.schema.value_validation->pattern, at.path, at.found);
     }},
};

}  // namespace

std::span<const StructuralRule> StructuralRules() { return kStructuralRules; }

}  // namespace structural::crd
