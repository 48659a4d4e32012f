// What there is to fix in one file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/input_reader.h"
#include "document/document.h"
#include "document/edit.h"
#include "schema/base/result.h"
#include "schema/fix/plan.h"
#include "schema/json/write.h"

namespace structural::cli {

// One CRD in the file.
struct CrdPlan {
  std::size_t document;  // from 0
  std::string name;      // of the CRD; empty where it has none
  document::Position begin;  // of the CRD
  std::string inside;    // a JSON Pointer: where it stands in the document
  fix::Plan plan;
  std::vector<document::Position> places;  // of the plan's items
};

// A document that cannot be read, or a CRD that cannot be, or one that breaks rules where it cannot
// be edited.
struct UnreadableDocument {
  document::Position at;
  std::string message;
};

struct FilePlan {
  std::vector<CrdPlan> crds;
  std::vector<UnreadableDocument> unread;
  std::size_t others = 0;  // documents of other kinds
  SkippedAs skipped = SkippedAs::kNothing;

  bool changes() const;
  std::size_t left() const;  // violations and errors of a server
};

// What the CRDs shall be: structural, or in v1 and structural.
enum class Aim { kStructural, kV1 };

// Plans for the CRDs in a text, and in Lists in it. Those in ConfigMaps and catalogs, and items of
// Lists that do not say what they are, are not edited. Of a file `in_folder`, documents are skipped as
// by InputReader.
FilePlan PlanFile(std::string_view text, fix::ChangeImpact most, Aim aim = Aim::kStructural,
                  const fix::Choices& choices = {}, bool in_folder = false);

// The edits of the plans, without their moves, part by part.
base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text,
                                                                const FilePlan& plan);

// The text with all edits made. Errors: what stands where it cannot be edited, as behind an alias.
base::Result<std::string> Apply(std::string_view text, const FilePlan& plan);

// A line for each item of the plan: FILE:LINE:COLUMN: CLASS RULE: REASON. `done`: those that are
// done, too, not only those that are not. What is not done because of its class or without a choice
// says which flag would do it.
std::string ItemLines(std::string_view file, const FilePlan& plan, bool done);

// The CRDs of the file as JSON objects, comma between: {"file", "document", "crd", "edits",
// "items", "left"}. The edits are a JSON Patch of the document. Items have line and column.
std::string AsJson(std::string_view file, const FilePlan& plan);

// How many changes each class has: "1 change available that adds a type"; empty for none. `word`:
// "available".
std::string Counts(const FilePlan& plan, bool done, std::string_view word);

// A plan as JSON, with sorted keys.
// {"op": "add", "path": "/spec", "value": …}, where the CRD stands at `inside`, a JSON Pointer.
void AppendOperation(const fix::Edit& edit, std::string_view inside, json::Writer& to);

// {"class": "same", "done": true, "path": …, "reason": …, "rule": …}, with line and column of the
// place. Null: it is not known.
void AppendItem(const fix::Item& item, std::string_view inside, const document::Position* place,
                json::Writer& to);

}  // namespace structural::cli
