// What names a CRD and its state, without reading its schemas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::crd {

// The versions of the API in which CustomResourceDefinitions are served.
enum class ApiVersion { kV1, kV1beta1 };

// "apiextensions.k8s.io/v1".
std::string_view Name(ApiVersion version);

struct Meta {
  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation = 0;
  ApiVersion asked_for = ApiVersion::kV1;  // what an item that does not name its version is in
};

// Reads metadata and stops there: what comes after it in the text is not looked at.
// Errors: kInvalidInput where there is no metadata with a name and a resourceVersion.
base::Result<Meta> ReadMeta(std::string_view json, ApiVersion asked_for = ApiVersion::kV1);

// metadata.resourceVersion alone, for objects without a name: a watch's bookmarks.
base::Result<std::string> ReadResourceVersion(std::string_view json);

// The metadata of an object, as far as it is of use here.

// Views into the text or arena of the reader.
struct ObjectMeta {
  std::string_view name;
  std::string_view uid;
  std::string_view resource_version;
  std::int64_t generation = 0;
  bool deleting = false;  // deletionTimestamp is set
};

// Reads the object that stands next. A mistake stays in the reader.
void ReadObjectMeta(json::JsonReader& in, ObjectMeta& out);

}  // namespace structural::crd
