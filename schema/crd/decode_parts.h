// The parts of a CRD's spec that no rule looks at, and publishing does.
#pragma once

#include <optional>

#include "schema/base/arena.h"
#include "schema/base/json_reader.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// Each reads one value over what is there already, as Go does; a mistake stays in the reader.
void ReadNames(base::JsonReader& in, Names& out);
void ReadSubresources(base::JsonReader& in, std::optional<Subresources>& out);
void ReadSelectableFields(base::JsonReader& in, base::Arena& arena,
                          model::List<SelectableField>& out);

// Upstream: apis/apiextensions/{v1,v1beta1}/defaults.go SetDefaults_CustomResourceDefinitionSpec
// (v0.37.2).
void DefaultNames(Names& names, base::Arena& arena);

}  // namespace structural::crd
