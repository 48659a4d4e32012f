// CrdTree: the schemas of a CRD's versions as trees, with what the API server finds wrong in them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tree/node.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::tree {

struct VersionTree {
  std::string_view name;
  bool served = false;
  std::unique_ptr<Node> root;  // null: the version has no schema
};

// Points into the CRD, which must outlive it.
struct CrdTree {
  const crd::CustomResourceDefinition& crd;
  std::vector<kubernetes::Violation> violations;  // each text once; nodes have indexes of them
  std::string error;                              // of a schema that has no structural form
  std::vector<VersionTree> versions;

  // What is wrong with the CRD outside of its schemas, as preserveUnknownFields is.
  std::vector<std::size_t> OutsideOfSchemas() const;
};

// Of all versions, or of the one that has the name. `arena` is working memory.
CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version,
                base::Arena& arena);

}  // namespace structural::tree
