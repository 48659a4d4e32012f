// CheckCrdText: finds the violations of one CRD. Each has the path as the author wrote it, and its position in the
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/finding.h"
#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/validate/release.h"

namespace structural::findings {

struct OldCrds;

// The checks of a run.
struct LintMode {
  bool strict = false;               // include the rules of strict/strict.h
  bool server = false;               // include the errors of server_errors.h
  const OldCrds* against = nullptr;  // not null: check the change of the CRD, not its schemas
  validate::Release release = {};    // release of Kubernetes
  bool strict_rules = false;         // include the rules of strict/strict.h, but keep warnings as warnings
};

// A CRD in a document.
struct CrdText {
  const document::Document& document;
  std::string_view json;          // a part of the document's JSON
  std::size_t offset;             // offset of `json` in the document's JSON
  std::string_view list_version;  // version of the CustomResourceDefinitionList that contains the CRD; may be empty
  LintMode mode;
};

struct CrdFindings {
  bool decoded = false;  // false: the only finding is the decoder's error
  std::vector<Finding> findings;
  std::size_t suppressed = 0;  // number of findings that the CRD's annotation suppresses
  bool patch = false;          // true: a patch of another CRD, of which only the fields are checked; false: a whole CRD
  bool v1beta1 = false;        // the CRD was decoded, and is in v1beta1
  std::string name = {};       // name of the CRD; empty if it was not decoded
};

// Returns the findings with places in the document's text. Pure; `arena` is working memory.
CrdFindings CheckCrdText(const CrdText& crd, base::Arena& arena);

}  // namespace structural::findings
