// FilePlan: the changes that `structural fix` or `structural upgrade` makes in one file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/arguments.h"
#include "cli/shared/input_reader.h"
#include "document/document.h"
#include "document/edit.h"
#include "schema/base/result.h"
#include "schema/fix/plan.h"
#include "schema/json/write.h"

namespace structural::cli {

// The changes of one CRD in the file.
struct CrdPlan {
  std::size_t document;      // index of the document in the file, from 0
  std::string name;          // name of the CRD; may be empty
  document::Position begin;  // position of the start of the CRD
  std::string crd_pointer;   // JSON Pointer of the CRD in the document; empty: the CRD is the document
  fix::Plan plan;
  std::vector<document::Position> places;  // position of each item of `plan.items`, in the same order
};

// A document or CRD that cannot be read; or a CRD that has errors, but cannot be edited, because it is embedded in
// another document.
struct UnreadableDocument {
  document::Position at;
  std::string message;
};

struct FilePlan {
  std::vector<CrdPlan> crds;
  std::vector<UnreadableDocument> unreadable;
  std::size_t other_documents = 0;  // number of documents that are not edited, because they are not CRDs
  SkipReason skipped = SkipReason::kNothing;

  // Returns whether the plan changes the file.
  bool has_changes() const;
  std::size_t remaining_count() const;  // number of violations and of a server's errors after the changes
};

// The target of the changes: structural CRDs in their own API version, or structural CRDs in v1.
enum class FixTarget { kStructural, kV1 };

// Plans the changes of the CRDs in the text of a file, including items of Lists. Plans only changes whose impact is at
// most `max_impact`. CRDs in ConfigMaps and in OLM's catalogs, and items of Lists without a kind, are not edited. If
// `in_folder` is true, the file was found in a folder, and documents that InputReader skips are skipped.
FilePlan PlanFile(std::string_view text, fix::ChangeImpact max_impact, FixTarget target = FixTarget::kStructural,
                  const fix::Choices& choices = {}, bool in_folder = false);

// Returns the edits of the plans as replacements in the text, except the edits in fix::Plan::moves.
base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text, const FilePlan& plan);

// Returns the text with all edits. Errors: a value cannot be edited, for example because it is a YAML alias.
base::Result<std::string> Apply(std::string_view text, const FilePlan& plan);

// Returns a line for each item of the plan: FILE:LINE:COLUMN: IMPACT RULE: REASON. If `done` is false, omits items
// whose change the plan makes. A line about a change that the plan makes only with a flag names the flag.
std::string ItemLines(std::string_view file, const FilePlan& plan, bool done);

// Returns a JSON object for each CRD of the file, separated by commas, with the members "crd", "document", "edits",
// "file", "items" and "left". The edits are a JSON Patch of the document. Items have a line and a column.
std::string PlanJson(std::string_view file, const FilePlan& plan);

// Returns the number of changes of each impact, such as "1 change available that adds a type"; empty if no changes
// exist. If `done` is true, counts the changes that the plan makes, otherwise those that it does not make. `word` is
// the word after the noun: "available" in the example.
std::string ChangeCountsText(const FilePlan& plan, bool done, std::string_view word);

// Appends an edit as an operation of a JSON Patch: {"op": "add", "path": "/spec", "value": …}. `crd_pointer` is the
// JSON Pointer of the CRD in the document.
void AppendOperation(const fix::Edit& edit, std::string_view crd_pointer, json::Writer& to);

// Appends an item as JSON: {"class": "same", "done": true, "path": …, "reason": …, "rule": …}. If `place` is not null,
// the object also has "line" and "column".
void AppendItem(const fix::Item& item, std::string_view crd_pointer, const document::Position* place, json::Writer& to);

// Adds the flag --allow, the largest impact of the changes that the command makes. The parsing sets `max_impact`, which
// must outlive the command.
Argument* AddAllowFlag(Command& command, fix::ChangeImpact& max_impact);

}  // namespace structural::cli
