// Replace: one value in place of another, with as much as possible of what was there.
#pragma once

#include "document/edit/value.h"

namespace structural::document {

// `from` is fresh, and is used up. What is equal in both stays as it was, with its text: members of
// the same key, and elements before and behind those that differ. True: something changed.
bool Replace(Value& value, Value& from);

}  // namespace structural::document
