#include "schema/publish/editor/object_meta.h"

namespace structural::publish {
namespace {

constexpr std::string_view kObjectMeta =
    R"({)"
    R"("annotations":{"type":["object","null"],"additionalProperties":{"type":["string","null"]},"description":"Unstructured key value map that external tools may set."},)"
    R"("creationTimestamp":{"type":["string","null"],"description":"Set by the server."},)"
    R"("deletionGracePeriodSeconds":{"type":["integer","null"],"description":"Set by the server."},)"
    R"("deletionTimestamp":{"type":["string","null"],"description":"Set by the server."},)"
    R"("finalizers":{"type":["array","null"],"items":{"type":["string","null"]},"description":"Must be empty before the object is deleted."},)"
    R"("generateName":{"type":["string","null"],"description":"Prefix of a name that the server makes, used if name is not set."},)"
    R"("generation":{"type":["integer","null"],"description":"Set by the server."},)"
    R"("labels":{"type":["object","null"],"additionalProperties":{"type":["string","null"]},"description":"Map of keys and values to organize and select objects."},)"
    R"("managedFields":{"type":["array","null"],"items":{"type":["object","null"]},"description":"Set by the server."},)"
    R"("name":{"type":["string","null"],"description":"Unique within a namespace."},)"
    R"("namespace":{"type":["string","null"],"description":"The space within which each name is unique."},)"
    R"("ownerReferences":{"type":["array","null"],"items":{"type":"object","properties":{"apiVersion":{"type":["string","null"]},"blockOwnerDeletion":{"type":["boolean","null"]},"controller":{"type":["boolean","null"]},"kind":{"type":["string","null"]},"name":{"type":["string","null"]},"uid":{"type":["string","null"]}},"required":["apiVersion","kind","name","uid"]},"description":"Objects that this object depends on."},)"
    R"("resourceVersion":{"type":["string","null"],"description":"Set by the server."},)"
    R"("selfLink":{"type":["string","null"],"description":"Not set by servers any more."},)"
    R"("uid":{"type":["string","null"],"description":"Set by the server."})"
    "}";

}  // namespace

std::string_view ObjectMetaProperties() { return kObjectMeta; }

}  // namespace structural::publish
