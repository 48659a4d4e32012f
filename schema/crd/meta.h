// What names a CRD and its state, without reading its schemas.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/crd/api_version.h"

namespace structural::crd {

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

}  // namespace structural::crd
