// IsPatch: what says CustomResourceDefinition and is none, but changes one: as kustomize has
// patches.
#pragma once

#include "document/tree.h"

namespace structural::lint {

// Whether the CRD has neither a group nor a version. A patch for a webhook's conversion and one for
// the authority of its certificate stand beside the CRDs in most repositories of operators.
bool IsPatch(const document::Tree& tree, document::Tree::Node crd);

}  // namespace structural::lint
