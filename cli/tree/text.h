// Text: the tree of a CRD for a terminal, as kubectl explain --recursive lays it out.
#pragma once

#include <string>

#include "cli/tree/crd_tree.h"

namespace structural::tree {

struct TextOptions {
  std::string field;          // only what stands there; empty: all
  int depth = 0;              // levels of fields; 0: all
  bool descriptions = false;  // of each field
  bool colours = false;
};

// A block for each version; one that has the same fields as one before says so. Versions without
// the field are left out: empty where there is none.
std::string Text(const CrdTree& crd, const TextOptions& options);

}  // namespace structural::tree
