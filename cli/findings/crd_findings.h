// JudgeCrd: one CRD's violations, each with the path that its author wrote and its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/findings/finding.h"
#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/validate/release.h"

namespace structural::findings {

struct Against;

// How to judge.
struct LintMode {
  bool strict = false;               // what strict/strict.h finds, too
  bool server = false;               // what server_errors.h finds, too
  const Against* against = nullptr;  // not null: the change to the CRD is judged, not its schemas
  validate::Release release = {};    // of Kubernetes
  bool strict_rules = false;         // what strict/strict.h finds, without being strict otherwise
};

// A CRD in a document.
struct CrdText {
  const document::Document& document;
  std::string_view json;          // a part of the document's
  std::size_t offset;             // of it in there
  std::string_view list_version;  // of the list that it is an item of; empty: none
  LintMode mode;
};

struct CrdFindings {
  bool decoded = false;  // false: the only finding says why the API server would refuse it
  std::vector<Finding> findings;
  std::size_t suppressed = 0;  // that the CRD accepts
  bool patch = false;          // for another one: only its fields are looked at
  bool v1beta1 = false;        // it was decoded, and is of v1beta1
  std::string name = {};       // of the CRD; empty where it was not decoded
};

// Places are those in the document's own text. Pure; `arena` is working memory.
CrdFindings JudgeCrd(const CrdText& crd, base::Arena& arena);

}  // namespace structural::findings
