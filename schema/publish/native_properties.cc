#include "schema/publish/schema_writer.h"

// Macros, because only adjacent literals can share parts.
#define CONVENTIONS                                                              \
  "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/" \
  "api-conventions.md"
#define TYPED(description) R"({"description":")" description R"(","type":"string"})"
#define API_VERSION                                                                      \
  TYPED(                                                                                 \
      "APIVersion defines the versioned schema of this representation of an object. "    \
      "Servers should convert recognized schemas to the latest internal value, and may " \
      "reject unrecognized values. " CONVENTIONS "#resources")
#define KIND                                                                                \
  TYPED(                                                                                    \
      "Kind is a string value representing the REST resource this object represents. "      \
      "Servers may infer this from the endpoint the client submits requests to. Cannot be " \
      "updated. In CamelCase. " CONVENTIONS "#types-kinds")
#define EMBEDDED_API_VERSION \
  TYPED("apiVersion defines the versioned schema of this representation of an object. " CONVENTIONS "#resources")
#define EMBEDDED_KIND \
  TYPED("kind is a string value representing the type of this object. In CamelCase. " CONVENTIONS "#types-kinds")
#define META(type) "io.k8s.apimachinery.pkg.apis.meta.v1." type
#define OBJECT_META_DESCRIPTION "Standard object's metadata. " CONVENTIONS "#metadata"
#define LIST_META_DESCRIPTION "Standard list metadata. " CONVENTIONS "#types-kinds"
// A reference with a description. In v3, a schema with $ref cannot have other keywords.
#define REF_V2(type, description) R"({"$ref":"#/definitions/)" type R"(","description":")" description R"("})"
#define REF_V3(type, description) \
  R"({"allOf":[{"$ref":"#/components/schemas/)" type R"("}],"description":")" description R"("})"

namespace structural::publish {
namespace {

constexpr NativeProperty kObjectMetaV2 = {"metadata", REF_V2(META("ObjectMeta"), OBJECT_META_DESCRIPTION)};
constexpr NativeProperty kObjectMetaV3 = {"metadata", REF_V3(META("ObjectMeta"), OBJECT_META_DESCRIPTION)};
constexpr NativeProperty kListMetaV2 = {"metadata", REF_V2(META("ListMeta"), LIST_META_DESCRIPTION)};
constexpr NativeProperty kListMetaV3 = {"metadata", REF_V3(META("ListMeta"), LIST_META_DESCRIPTION)};
constexpr NativeProperty kApiVersion = {"apiVersion", API_VERSION};
constexpr NativeProperty kKind = {"kind", KIND};
constexpr NativeProperty kEmbeddedApiVersion = {"apiVersion", EMBEDDED_API_VERSION};
constexpr NativeProperty kEmbeddedKind = {"kind", EMBEDDED_KIND};

constexpr NativeProperty kKindV2[] = {kApiVersion, kKind, kObjectMetaV2};
constexpr NativeProperty kKindV3[] = {kApiVersion, kKind, kObjectMetaV3};
constexpr NativeProperty kEmbeddedV2[] = {kEmbeddedApiVersion, kEmbeddedKind, kObjectMetaV2};
constexpr NativeProperty kEmbeddedV3[] = {kEmbeddedApiVersion, kEmbeddedKind, kObjectMetaV3};
constexpr NativeProperty kListV2[] = {kApiVersion, kKind, kListMetaV2};
constexpr NativeProperty kListV3[] = {kApiVersion, kKind, kListMetaV3};

}  // namespace

NativeProperties OfKind(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kKindV2) : NativeProperties(kKindV3);
}

NativeProperties OfEmbeddedResource(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kEmbeddedV2) : NativeProperties(kEmbeddedV3);
}

NativeProperties OfList(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kListV2) : NativeProperties(kListV3);
}

}  // namespace structural::publish
