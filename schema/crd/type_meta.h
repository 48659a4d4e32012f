// Which kind and version an object says it is.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/reader.h"

namespace structural::crd {

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
