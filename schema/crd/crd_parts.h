// CrdParts: the fields that a decoder reads from a CRD in v1 or v1beta1, before they are converted to v1.
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
  bool present = false;
  const JSONSchemaProps* schema = nullptr;
};

// The fields that each version of a CRD can have, and that a v1beta1 spec can also have at its top level for all
// versions.
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
  // Converts the parts to v1, and adds them to `crd`, which already has all other fields. `unrepresentable`: whether a
  // number in a default, example or enum may be out of range. If it is true and a schema has such a number, returns
  // kInvalidInput, even if the top-level schema replaces that schema.
  base::Status PresentAsV1(bool unrepresentable, base::Arena& arena);

  std::string_view version;
  std::optional<bool> preserve_unknown_fields;
  SharedParts at_top;
  std::optional<std::string_view> conversion_strategy;
  std::vector<VersionParts> versions;
  CustomResourceDefinition crd;

 private:
  bool HasUnrepresentable() const;
};

// Decodes a CRD in protobuf: like DecodeItem if `item` is true, otherwise like Decode. Precondition:
// base::IsProtoObject(text).
base::Result<CustomResourceDefinition> DecodeProto(std::string_view text, ApiVersion version, bool item,
                                                   base::Arena& arena, std::size_t max_bytes = kNoLimit);

}  // namespace structural::crd
