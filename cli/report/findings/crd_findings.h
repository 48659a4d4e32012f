// CheckCrdText: finds the violations of one CRD. Each has its path and its position in the author's text, even if the
// checks work on a converted CRD.
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

// The checks that a run of lint makes.
struct LintMode {
  bool strict = false;  // include the rules of strict/strict.h, and make warnings errors
  // include the errors of server_errors.h that are not about structural schemas
  bool server_errors = false;
  const OldCrds* against = nullptr;  // not null: check only the update from the old CRD; null: check the CRD itself
  validate::Release release = {};    // release of the API server whose rules apply
  bool strict_rules = false;         // include the rules of strict/strict.h, but keep warnings as warnings
};

// A CRD in a document.
struct CrdText {
  const document::Document& document;
  std::string_view json;          // JSON of the CRD, a part of the document's JSON
  std::size_t offset;             // offset of `json` in the document's JSON
  std::string_view list_version;  // apiVersion of the List that contains the CRD; empty: the CRD is not in such a List
  LintMode mode;
};

struct CrdFindings {
  bool decoded = false;  // false: the CRD could not be decoded, and the only finding is this error
  std::vector<Finding> findings;
  std::size_t suppressed = 0;  // number of findings that the annotation kIgnoreAnnotation suppresses
  // true: a patch for another CRD, whose only checks are those of its field names; false: a whole CRD
  bool is_patch = false;
  bool is_v1beta1 = false;  // the CRD was decoded, and is in v1beta1
  std::string name = {};    // name of the CRD; empty if it was not decoded
};

// Returns the findings in a CRD, with positions in the document's text. Pure; `arena` is working memory.
CrdFindings CheckCrdText(const CrdText& crd, base::Arena& arena);

}  // namespace structural::findings
