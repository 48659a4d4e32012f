// What the changes of a plan do to objects, by the comparison of the CRD before and after them (schema/compare).
//
// A strategy says which class its change has. It sees one schema, not how a server prunes, defaults and reads the whole
// object, so the comparison has the last word: what it finds is a part of the class of some change.
#pragma once

#include <string_view>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Adds to `raised` what items that are done do beyond their class. False: each difference is explained by the class of an
// item at its place. Nothing is found of a CRD that no server serves, and of schemas that are too large to compare.
bool Judge(std::string_view before, std::string_view after, const std::vector<Item>& items, RaisedChanges& raised);

}  // namespace structural::fix
