// CrdParts: what is read of a CRD in its own version, before it is presented as v1.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// The value of `validation` or `schema`: an object whose only member is the schema.
struct Validation {
  bool present = false;
  const JSONSchemaProps* schema = nullptr;
};

// The fields that a version has, and that v1beta1 can also have at the top for all versions.
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
  // Completes `crd`, which has the other fields. `unrepresentable`: a number in a default, example or enum may be out of
  // range. Then kInvalidInput is returned if a schema has one, even in a version that the top-level schema replaces.
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

// Decodes an object in protobuf. Precondition: base::IsProtoObject(text). Otherwise as Decode and DecodeItem.
base::Result<CustomResourceDefinition> DecodeProto(std::string_view text, ApiVersion version, bool item,
                                                   base::Arena& arena);

}  // namespace structural::crd
