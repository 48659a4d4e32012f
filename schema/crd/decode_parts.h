// The parts of a CRD's spec that no rule looks at, and publishing does.
#pragma once

#include <optional>

#include "schema/base/arena.h"
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

}  // namespace structural::crd
