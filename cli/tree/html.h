// Html: the trees of CRDs as one page that needs nothing else. All of it can be read without
// JavaScript, which adds the search.
#pragma once

#include <string>

#include "cli/tree/crd_tree.h"

namespace structural::tree {

// One after the other: HtmlBegin, HtmlOf each CRD, HtmlEnd.
std::string HtmlBegin();
std::string HtmlOf(const CrdTree& crd);
std::string HtmlEnd();

}  // namespace structural::tree
