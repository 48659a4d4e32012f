// Checks that a server has made of an object's metadata before it validates the object.
#pragma once

#include "schema/objects/validate.h"

namespace structural::compare {

// Returns the checks of ObjectMeta as Go encodes it. Static storage.
const objects::Checks& ObjectMetaChecks();

}  // namespace structural::compare
