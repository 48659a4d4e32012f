// The Source of JSON.
#pragma once

#include "document/edit/source.h"

namespace structural::document {

// Precondition: `source.text` is one JSON value, read before, perhaps with spaces around it.
bool ReadJsonSource(Source& source);

}  // namespace structural::document
