// Readers for the fields of a CRD's spec that no structural rule checks.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/reader.h"

namespace structural::crd {

// Each of these functions reads the next value into `out`. Like Go's decoder, the function does not change the fields
// of `out` that are missing in the value. The reader keeps errors.
void ReadNames(json::JsonReader& in, Names& out);
void ReadSubresources(json::JsonReader& in, std::optional<Subresources>& out);
void ReadSelectableFields(json::JsonReader& in, base::Arena& arena, List<SelectableField>& out);

// Sets a missing listKind to the kind with the suffix "List".
//
// Upstream: apis/apiextensions/{v1,v1beta1}/defaults.go SetDefaults_CustomResourceDefinitionSpec
// (v0.37.2).
void DefaultNames(Names& names, base::Arena& arena);

// The apiVersion and kind of an object. Points into the text, or into the arena of the reader.
struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;

  // If `key` is apiVersion or kind, reads the value of this top-level member and returns true. Otherwise returns false
  // and reads nothing. Ignores the case of `key`, unlike for other members. If a key is repeated, the last member is
  // used.
  //
  // Upstream: apimachinery pkg/runtime/serializer/json/meta.go Interpret (v0.37.2).
  bool ReadMember(json::JsonReader& in, std::string_view key);

  // Returns the API version of a CustomResourceDefinition; kInvalidInput for any other type of object.
  base::Result<ApiVersion> CrdApiVersion() const;
};

// Returns the first apiVersion in the JSON text; nullopt if it is missing or neither v1 nor v1beta1. A later member can
// repeat the key apiVersion, so the caller must compare the result with the TypeMeta of the whole text.
std::optional<ApiVersion> GuessApiVersion(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
