// FilePlan: the changes that fix one file.
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

// One CRD in the file.
struct CrdPlan {
  std::size_t document;      // index in the file, from 0
  std::string name;          // name of the CRD; may be empty
  document::Position begin;  // start of the CRD
  std::string inside;        // JSON Pointer of the CRD in the document
  fix::Plan plan;
  std::vector<document::Position> places;  // place of each item of the plan, in the plan's order
};

// A document or CRD that cannot be read, or a CRD with errors that is embedded and cannot be edited.
struct UnreadableDocument {
  document::Position at;
  std::string message;
};

struct FilePlan {
  std::vector<CrdPlan> crds;
  std::vector<UnreadableDocument> unread;
  std::size_t others = 0;  // number of documents that are not CRDs
  SkipReason skipped = SkipReason::kNothing;

  bool changes() const;
  std::size_t left() const;  // number of remaining violations and errors of a server
};

// The aim of the changes: structural CRDs, or structural CRDs in v1.
enum class FixTarget { kStructural, kV1 };

// Plans the changes of the CRDs in a text, including CRDs in Lists. CRDs in ConfigMaps and catalogs, and items of Lists
// without a kind, are not edited. In a file `in_folder`, skips the documents that InputReader skips.
FilePlan PlanFile(std::string_view text, fix::ChangeImpact max, FixTarget aim = FixTarget::kStructural,
                  const fix::Choices& choices = {}, bool in_folder = false);

// Returns the edits of the plans as replacements in the text. Moves are not included.
base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text, const FilePlan& plan);

// Returns the text with all edits. Errors: a part cannot be edited, for example because it is an
// alias.
base::Result<std::string> Apply(std::string_view text, const FilePlan& plan);

// Returns a line for each item of the plan: FILE:LINE:COLUMN: CLASS RULE: REASON. `done`: also
// items that are done. A line about a change that needs a flag names the flag.
std::string ItemLines(std::string_view file, const FilePlan& plan, bool done);

// Returns the CRDs of the file as JSON objects, separated by commas: {"file", "document", "crd",
// "edits", "items", "left"}. The edits are a JSON Patch of the document. Items have line and
// column.
std::string AsJson(std::string_view file, const FilePlan& plan);

// Returns the number of changes of each class, such as "1 change available that adds a type"; empty
// without changes. If `done`, counts the changes that the plan makes, otherwise those that it does
// not make. `word` describes the changes: "available" in the example.
std::string Counts(const FilePlan& plan, bool done, std::string_view word);

// Appends an edit as JSON with sorted keys: {"op": "add", "path": "/spec", "value": …}. `inside` is
// the JSON Pointer of the CRD.
void AppendOperation(const fix::Edit& edit, std::string_view inside, json::Writer& to);

// Appends an item: {"class": "same", "done": true, "path": …, "reason": …, "rule": …}, with line
// and column of `place`, which may be null.
void AppendItem(const fix::Item& item, std::string_view inside, const document::Position* place, json::Writer& to);

// Adds --allow, the largest impact of the changes that a command makes. Sets `max`, which must outlive the command.
Argument* AddAllowFlag(Command& command, fix::ChangeImpact& max);

}  // namespace structural::cli
