// View: a node as it is shown, where arrays and maps are seen through: what stands in them shows as
// a part of the field that holds them.
#pragma once

#include <string>
#include <vector>

#include "cli/tree/node.h"

namespace structural::tree {

struct View {
  std::string label;
  std::string type;  // as TypeName has it
  bool required = false;
  std::vector<std::string> constraints;  // of an array's elements as "[] minLength: 1"
  std::string description;               // the field's own, or that of what it holds
  std::vector<std::size_t> violations;
};

View ViewOf(const Node& node);

// What shows below the node: fields, and branches of junctors. The two branches that say again what
// x-kubernetes-int-or-string says are not shown. Below a kind's root are its apiVersion, kind and
// metadata, which the API server knows of, whether or not the schema does.
struct Below {
  const Node* node;
  std::string prefix;  // of the label: "[] " before a junctor of what an array has in it
};
std::vector<Below> BelowOf(const Node& node);

// The schema of apiVersion and kind where a CRD does not give it.
extern const Node kApiVersion, kKind, kMetadata;

}  // namespace structural::tree
