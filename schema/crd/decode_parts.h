// The parts of a CRD's spec that no rule looks at, and publishing does.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/reader.h"

namespace structural::crd {

// Each reads one value over what is there already, as Go does; a mistake stays in the reader.
void ReadNames(json::JsonReader& in, Names& out);
void ReadSubresources(json::JsonReader& in, std::optional<Subresources>& out);
void ReadSelectableFields(json::JsonReader& in, base::Arena& arena,
                          model::List<SelectableField>& out);

// Upstream: apis/apiextensions/{v1,v1beta1}/defaults.go SetDefaults_CustomResourceDefinitionSpec
// (v0.37.2).
void DefaultNames(Names& names, base::Arena& arena);

// Which kind and version an object says it is.

// Views into the text or arena of the reader.
struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;

  // Reads the member of the top level that stands next if it is one of the two; false where it is
  // another. Case does not count here, unlike in all other fields, and the last one wins.
  //
  // Upstream: apimachinery pkg/runtime/serializer/json/meta.go Interpret (v0.37.2).
  bool ReadMember(json::JsonReader& in, std::string_view key);

  // Errors: kInvalidInput for everything but a CustomResourceDefinition of v1 or v1beta1.
  base::Result<ApiVersion> Identify() const;
};

// The apiVersion that the text seems to have: the first one in it. nullopt: none that is known.
// A guess, to be held against the whole text's TypeMeta.
std::optional<ApiVersion> GuessApiVersion(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
