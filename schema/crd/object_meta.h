// The metadata of an object, as far as it is of use here.
#pragma once

#include <cstdint>
#include <string_view>

#include "schema/json/reader.h"

namespace structural::crd {

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
