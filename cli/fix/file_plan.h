// What there is to fix in one file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/edit.h"
#include "document/position.h"
#include "schema/base/result.h"
#include "schema/fix/plan.h"

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

  bool changes() const;
  std::size_t left() const;  // violations
};

// What the CRDs shall be: structural, or in v1 and structural.
enum class Aim { kStructural, kV1 };

// Plans for the CRDs in a text, and in Lists in it. Those in ConfigMaps and catalogs, and items of
// Lists that do not say what they are, are not edited.
FilePlan PlanFile(std::string_view text, fix::ChangeImpact most, Aim aim = Aim::kStructural);

// The edits of the plans, without their moves, part by part.
base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text,
                                                                const FilePlan& plan);

// The text with all edits made. Errors: what stands where it cannot be edited, as behind an alias.
base::Result<std::string> Apply(std::string_view text, const FilePlan& plan);

}  // namespace structural::cli
