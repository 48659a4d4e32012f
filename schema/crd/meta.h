// Meta: the identity and state of a CRD, read without its schemas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::crd {

// The API versions of CustomResourceDefinitions.
enum class ApiVersion { kV1, kV1beta1 };

// Returns the apiVersion of CRDs in this version: "apiextensions.k8s.io/v1".
std::string_view Name(ApiVersion version);

struct Meta {
  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation = 0;
  // The API version in which the object was requested. It applies if the object has no apiVersion.
  ApiVersion default_version = ApiVersion::kV1;
};

// Reads the metadata of an object in JSON or protobuf, and ignores the text after the metadata. Errors: kInvalidInput
// if the metadata has no name or no resourceVersion.
base::Result<Meta> ReadMeta(std::string_view text, ApiVersion default_version = ApiVersion::kV1);

// Reads only metadata.resourceVersion. Needed for the bookmarks of a watch, which have no name.
base::Result<std::string> ReadResourceVersion(std::string_view text);

// The fields of an object's metadata that this project uses. Points into the text, or into the arena of the reader.
struct ObjectMeta {
  std::string_view name;
  std::string_view uid;
  std::string_view resource_version;
  std::int64_t generation = 0;
  bool deleting = false;  // whether deletionTimestamp is set
};

// Reads the next value of the reader as metadata. The reader keeps errors.
void ReadObjectMeta(json::JsonReader& in, ObjectMeta& out);

}  // namespace structural::crd
