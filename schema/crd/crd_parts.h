// CrdParts: the fields of a CRD in v1 or v1beta1 as a decoder has read them, before their conversion to v1.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// The value of a field `validation` (of a v1beta1 spec) or `schema` (of a version): an object whose only member is
// openAPIV3Schema.
struct Validation {
  bool is_present = false;                  // whether the field is present and not null
  const JSONSchemaProps* schema = nullptr;  // openAPIV3Schema; null: none
};

// The fields that a version of a CRD can have. A v1beta1 spec can have them at its top level instead, for all versions.
struct SharedParts {
  Validation schema;
  std::optional<Subresources> subresources;
  List<SelectableField> selectable_fields;
};

struct VersionParts : SharedParts {
  std::string_view name;
  bool served = false;
};

struct CrdParts {
  // Converts the parts to v1, and adds them to the member `crd`, which already has all other fields. `unrepresentable`:
  // whether the decoder has read a number that is out of range in a default, example or enum. Returns kInvalidInput if
  // a schema has such a number, even if the top-level schema replaces that schema.
  base::Status ConvertToV1(bool unrepresentable, base::Arena& arena);

  std::string_view version;
  std::optional<bool> preserve_unknown_fields;
  SharedParts top_level;
  std::optional<std::string_view> conversion_strategy;
  std::vector<VersionParts> versions;
  CustomResourceDefinition crd;

 private:
  bool HasNumberOutOfRange() const;
};

// Decodes a CRD in protobuf: like DecodeItem if `item` is true, otherwise like Decode. Precondition:
// base::IsProtoObject(text).
base::Result<CustomResourceDefinition> DecodeProto(std::string_view text, ApiVersion version, bool item,
                                                   base::Arena& arena, std::size_t max_bytes = kNoLimit);

}  // namespace structural::crd
