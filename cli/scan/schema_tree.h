// SchemaTreeJson: a schema as a page shows it: names and types, with the nodes that break rules
// marked.
#pragma once

#include <string>

#include "cli/scan/row.h"
#include "schema/crd/crd.h"

namespace structural::scan {

// [{"version": "v1", "tree": NODE}, {"version": "v2", "same": "v1"}]; no tree: there is no schema.
// NODE: [label, type, [indexes of violations], NODE…]. Labels are "spec", "[]" for items, "{}" for
// additionalProperties, "anyOf[0]"; the type has "?" behind it where the node is nullable, "…"
// where it preserves unknown fields. A violation marks the node that it is at or nearest above.
// There is no "<" in it, so that it may stand in a page.
std::string SchemaTreeJson(const crd::CustomResourceDefinition& crd, const Row& row);

}  // namespace structural::scan
