// Readers for the parts of a CRD's spec that no rule checks.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/reader.h"

namespace structural::crd {

// Each function reads a value into `out`. Like Go, it keeps fields that the value omits. Errors stay in the reader.
void ReadNames(json::JsonReader& in, Names& out);
void ReadSubresources(json::JsonReader& in, std::optional<Subresources>& out);
void ReadSelectableFields(json::JsonReader& in, base::Arena& arena, List<SelectableField>& out);

// Sets a missing listKind to the kind with the suffix List.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/defaults.go SetDefaults_CustomResourceDefinitionSpec
// (v0.37.2).
void DefaultNames(Names& names, base::Arena& arena);

// The kind and version in an object. Views into the text or arena of the reader.
struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;

  // Reads the next top-level member if it is apiVersion or kind; returns false otherwise. Unlike other fields, these
  // are found ignoring case, and the last one counts.
  //
  // Upstream: apimachinery pkg/runtime/serializer/json/meta.go Interpret (v0.37.2).
  bool ReadMember(json::JsonReader& in, std::string_view key);

  // Returns kInvalidInput for everything except a CustomResourceDefinition of v1 or v1beta1.
  base::Result<ApiVersion> Identify() const;
};

// Returns the first apiVersion in the text; nullopt if it is unknown or absent. A guess that the caller must compare
// with the TypeMeta of the whole text.
std::optional<ApiVersion> FirstApiVersion(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
