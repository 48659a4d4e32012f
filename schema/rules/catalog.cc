#include "schema/rules/catalog.h"

#include <algorithm>

namespace structural::rules {
namespace {

constexpr const StructuralRule* kStructural[] = {
    &kArrayItems,
    &kRootAdditionalProperties,
    &kTypeRequired,
    &kRootType,
    &kMetadataType,
    &kRootMetadata,
    &kTypeMeta,
    &kEmbeddedResourceType,
    &kEmbeddedResourceProperties,
    &kEmbeddedResourceAdditionalProperties,
    &kIntOrStringPreserveUnknownFields,
    &kIntOrStringEmbeddedResource,
    &kPattern,
};

constexpr const NestedRule* kNested[] = {
    &kJunctorType,
    &kJunctorTitle,
    &kJunctorDescription,
    &kJunctorNullable,
    &kJunctorDefault,
    &kJunctorAdditionalProperties,
    &kJunctorPreserveUnknownFields,
    &kJunctorEmbeddedResource,
    &kJunctorIntOrString,
    &kJunctorListMapKeys,
    &kJunctorListType,
    &kJunctorMapType,
    &kJunctorValidations,
    &kJunctorMetadata,
    &kJunctorPattern,
};

constexpr const UnsupportedRule* kUnsupported[] = {
    &kUnsupportedId,
    &kUnsupportedSchema,
    &kUnsupportedRef,
    &kUnsupportedPatternProperties,
    &kUnsupportedDependencies,
    &kUnsupportedAdditionalItems,
    &kUnsupportedDefinitions,
    &kUnsupportedItemsArray,
    &kUnsupportedPreserveUnknownFieldsFalse,
};

std::vector<const Rule*> Collect() {
  std::vector<const Rule*> all = {&kPreserveUnknownFields};
  all.insert(all.end(), std::begin(kStructural), std::end(kStructural));
  all.push_back(&kCompleteness);
  // The last of them repeats kPattern below junctors.
  all.insert(all.end(), std::begin(kNested), std::prev(std::end(kNested)));
  all.insert(all.end(), std::begin(kUnsupported), std::end(kUnsupported));
  return all;
}

}  // namespace

std::span<const StructuralRule* const> StructuralRules() { return kStructural; }
std::span<const NestedRule* const> NestedRules() { return kNested; }
std::span<const UnsupportedRule* const> UnsupportedRules() { return kUnsupported; }

std::span<const Rule* const> AllRules() {
  static const std::vector<const Rule*> all = Collect();
  return all;
}

const UnsupportedRule* FindUnsupported(std::string_view keyword) {
  const auto* at =
      std::ranges::find(kUnsupported, keyword, [](const UnsupportedRule* r) { return r->keyword; });
  return at == std::end(kUnsupported) ? nullptr : *at;
}

}  // namespace structural::rules
