// Meta: the identity and state of a CRD, read without its schemas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::crd {

// The versions of the API that serve CustomResourceDefinitions.
enum class ApiVersion { kV1, kV1beta1 };

// Returns the apiVersion: "apiextensions.k8s.io/v1".
std::string_view Name(ApiVersion version);

struct Meta {
  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation = 0;
  ApiVersion default_version = ApiVersion::kV1;  // apiVersion that is assumed for items without one
};

// Reads metadata of an object in JSON or protobuf, and ignores the text after it. Errors: kInvalidInput if metadata has no name or no resourceVersion.
base::Result<Meta> ReadMeta(std::string_view text, ApiVersion default_version = ApiVersion::kV1);

// Reads only metadata.resourceVersion, because bookmarks of a watch have no name.
base::Result<std::string> ReadResourceVersion(std::string_view text);

// The used fields of an object's metadata. Views into the text or arena of the reader.
struct ObjectMeta {
  std::string_view name;
  std::string_view uid;
  std::string_view resource_version;
  std::int64_t generation = 0;
  bool deleting = false;  // deletionTimestamp is set
};

// Reads the next value of the reader as metadata. Errors stay in the reader.
void ReadObjectMeta(json::JsonReader& in, ObjectMeta& out);

}  // namespace structural::crd
