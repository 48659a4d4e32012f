// What a server has found out about the metadata of an object before it validates it.
#pragma once

#include "schema/objects/validate.h"

namespace structural::compare {

// Those of ObjectMeta, as Go writes it. Static storage.
const objects::Checks& ObjectMetaChecks();

}  // namespace structural::compare
