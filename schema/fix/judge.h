// The effects of a plan on objects, found by a comparison of the CRD before and after its changes (schema/compare).
//
// A strategy sees only one schema, so it cannot know how a server prunes, defaults and decodes the whole object. The
// comparison therefore raises the class of an item if a difference exceeds the class that its strategy chose.
#pragma once

#include <string_view>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Adds to `raised` the effects that exceed the classes of the done items. Returns true if it added any; false if an
// item at the place of each difference explains it. Finds no effects for a CRD that no server serves, or whose schemas
// are too large to compare.
bool RaiseByComparison(std::string_view before, std::string_view after, const std::vector<Item>& items,
                       RaisedImpacts& raised);

}  // namespace structural::fix
