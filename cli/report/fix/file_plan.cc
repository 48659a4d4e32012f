#include "cli/report/fix/file_plan.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "cli/report/findings/lint_text.h"
#include "cli/report/fix/pointers.h"
#include "cli/report/fix/refusals.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/wrap.h"
#include "document/tree.h"
#include "schema/base/text.h"
#include "schema/fix/upgrade.h"

namespace structural::cli {
namespace {

using document::Document;
using document::Tree;

constexpr std::string_view kCrdKind = "CustomResourceDefinition";
constexpr std::string_view kCrdList = "CustomResourceDefinitionList";

// An object in the file: a document, or an item of a List.
struct ObjectPart {
  const Document& document;
  const Tree& tree;
  std::size_t index;      // index of the document in the file
  std::string_view json;  // JSON of the object
  std::string pointer;    // JSON Pointer of the object in the document
};

class Planner {
 public:
  Planner(FilePlan& to, fix::ChangeImpact max, FixTarget aim, const fix::Choices& choices)
      : to_(to), max_(max), aim_(aim), choices_(choices) {}

  // Plans the changes of one document. `editable`: whether the document itself is a part of the file's text. If it is
  // not, because it is embedded in another document, it cannot be edited.
  void Plan(const Document& document, std::size_t index, bool editable) {
    if (document.json == "null") return;
    const Tree tree(document.json);
    const ObjectPart part{document, tree, index, document.json, ""};
    if (editable) return Object(part);
    ++to_.other_documents;
    ReportUneditable(part);
  }

 private:
  void Object(const ObjectPart& part);
  void List(const ObjectPart& part, const DocumentHead& head);
  void Crd(const ObjectPart& part, Tree::Node root);
  void ReportUneditable(const ObjectPart& part);
  document::Position At(const ObjectPart& part, Tree::Node node) const {
    return part.document.At(part.tree.Offset(node));
  }

  FilePlan& to_;
  const fix::ChangeImpact max_;
  const FixTarget aim_;
  const fix::Choices& choices_;
};

void Planner::Object(const ObjectPart& part) {
  const DocumentHead head = ReadHead(part.json);
  if (head.IsList()) return List(part, head);
  const Tree::Node root = LastNodeOnPath(part.tree, Tree::kRoot, part.pointer);
  if ((head.IsCrd() || head.IsCrdWithWrongKind()) && !IsPatch(part.tree, root)) return Crd(part, root);
  ++to_.other_documents;
  if (head.IsCrd() && aim_ == FixTarget::kV1 && head.api_version.ends_with("/v1beta1")) {
    to_.unreadable.push_back({At(part, root), "a patch for a CRD of v1beta1 cannot be upgraded: write it for v1"});
  }
  const bool config = head.kind == "ConfigMap" && part.json.find(kCrdKind) != part.json.npos;
  if (config || head.schema == "olm.bundle") ReportUneditable(part);
}

void Planner::List(const ObjectPart& part, const DocumentHead& head) {
  std::size_t number = 0;
  bool bare = false;
  for (const auto item : document::Elements(head.items)) {
    bare |= ReadHead(item).kind.empty();
    Object({part.document, part.tree, part.index, item, part.pointer + "/items/" + std::to_string(number++)});
  }
  if (bare && head.kind == kCrdList) ReportUneditable(part);
}

// Returns the path of the field in the author's text. If the version has no schema of its own, this path is in
// spec.validation.
std::string AsWritten(const Tree& tree, Tree::Node root, std::string_view field) {
  constexpr std::string_view kOwn = ".schema", kSchema = ".schema.openAPIV3Schema";
  const std::size_t at = field.find(kSchema);
  if (at == field.npos || Locate(tree, root, field.substr(0, at + kSchema.size())).found) {
    return std::string(field);
  }
  return std::string("spec.validation").append(field.substr(at + kOwn.size()));
}

// Returns the node at the place of an item. An item has a JSON Pointer or a field path.
Tree::Node PlaceOf(const Tree& tree, Tree::Node root, const fix::Item& item) {
  if (item.field.empty()) return LastNodeOnPath(tree, root, item.path);
  return Locate(tree, root, AsWritten(tree, root, item.field)).node;
}

void Planner::Crd(const ObjectPart& part, Tree::Node root) {
  auto plan =
      aim_ == FixTarget::kV1 ? fix::MakeUpgrade(part.json, max_, choices_) : fix::MakePlan(part.json, max_, choices_);
  if (!plan.ok()) {
    auto [offset, message] = LocateDecodeError(part.json, plan.error());
    offset += static_cast<std::size_t>(part.json.data() - part.document.json.data());
    const document::Position at = part.document.At(offset);
    to_.unreadable.push_back({at, std::move(message) + ImplicitScalarNote(part.document, at)});
    return;
  }
  AddRefusals(part.json, *plan);
  CrdPlan crd{part.index,       part.tree.String(LastNodeOnPath(part.tree, root, "/metadata/name")),
              At(part, root),   part.pointer,
              *std::move(plan), {}};
  for (const fix::Item& item : crd.plan.items) {
    crd.places.push_back(At(part, PlaceOf(part.tree, root, item)));
  }
  to_.crds.push_back(std::move(crd));
}

// Reports CRDs with errors that lint finds in strings of the document, because such embedded CRDs cannot be edited.
void Planner::ReportUneditable(const ObjectPart& part) {
  base::Arena arena;
  const findings::FileReport report = findings::LintText("", part.json, {}, arena);
  const auto tell = [&](std::size_t count, const char* what, const char* where, const char* todo) {
    if (count == 0) return;
    to_.unreadable.push_back({At(part, LastNodeOnPath(part.tree, Tree::kRoot, part.pointer)),
                              std::to_string(count) + what + (count == 1 ? "" : "s") + where +
                                  " cannot be changed here: " + todo + " the source files of this document"});
  };
  tell(static_cast<std::size_t>(
           std::ranges::count(report.findings, findings::Severity::kError, &findings::Finding::severity)),
       " violation", " in CRDs", "fix");
  if (aim_ == FixTarget::kV1) tell(report.v1beta1_crds, " CRD", " of v1beta1", "upgrade");
}

// Converts an edit of a CRD to an edit of the document. `crd_pointer` is the JSON Pointer of the CRD in the document.
document::Edit AsEdit(const fix::Edit& edit, const std::string& crd_pointer) {
  using Where = document::InsertPosition::Where;
  const document::InsertPosition place{edit.after.empty() ? Where::kInOrder : Where::kAfter, edit.after};
  return {edit.kind, crd_pointer + edit.path, edit.value, place, crd_pointer + edit.from};
}

std::vector<document::DocumentEdits> EditsOf(const FilePlan& plan, std::vector<fix::Edit> fix::Plan::*part) {
  std::vector<document::DocumentEdits> edits;
  for (const CrdPlan& crd : plan.crds) {
    if ((crd.plan.*part).empty()) continue;
    if (edits.empty() || edits.back().index != crd.document) edits.push_back({crd.document, {}});
    for (const fix::Edit& edit : crd.plan.*part) {
      edits.back().edits.push_back(AsEdit(edit, crd.crd_pointer));
    }
  }
  return edits;
}

}  // namespace

bool FilePlan::has_changes() const {
  return std::ranges::any_of(crds,
                             [](const CrdPlan& crd) { return !crd.plan.edits.empty() || !crd.plan.moves.empty(); });
}

std::size_t FilePlan::remaining_count() const {
  std::size_t left = 0;
  for (const CrdPlan& crd : crds) left += crd.plan.left;
  return left;
}

FilePlan PlanFile(std::string_view text, fix::ChangeImpact max_impact, FixTarget target, const fix::Choices& choices,
                  bool in_folder) {
  FilePlan plan;
  Planner planner(plan, max_impact, target, choices);
  InputReader reader(text, in_folder);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      plan.unreadable.push_back({problem->at, problem->message});
    } else {
      planner.Plan(std::get<Document>(*next), reader.index(), !reader.from_template());
    }
  }
  plan.skipped = reader.skipped();
  return plan;
}

base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text, const FilePlan& plan) {
  return document::FindReplacements(text, EditsOf(plan, &fix::Plan::edits));
}

base::Result<std::string> Apply(std::string_view text, const FilePlan& plan) {
  auto edited = document::ApplyEdits(text, EditsOf(plan, &fix::Plan::edits));
  const bool moves = std::ranges::any_of(plan.crds, [](const CrdPlan& crd) { return !crd.plan.moves.empty(); });
  return edited.ok() && moves ? document::ApplyEdits(*edited, EditsOf(plan, &fix::Plan::moves)) : std::move(edited);
}

namespace {

// A rule, and the flag with which the user chooses how a violation of it is fixed.
struct ChoiceFlag {
  std::string_view rule, flag;
};

constexpr ChoiceFlag kChoiceFlags[] = {{"list-map-keys", "--list-map-keys"}, {"api-approved", "--api-approved"}};

// Returns a note that names the flag with which the change is made, such as " (needs --allow typed)"; empty if no flag
// does this.
std::string FlagFor(const fix::Item& item) {
  if (item.impact != fix::ChangeImpact::kNeedsDecision)
    return std::string(" (needs --allow ").append(NameOf(item.impact)) + ')';
  for (const auto& [rule, flag] : kChoiceFlags) {
    if (item.rule == rule) return std::string(" (choose with ").append(flag) + ')';
  }
  return {};
}

std::string Line(std::string_view file, document::Position at, const fix::Item& item) {
  std::string line = document::PlaceText(file, at) + ": ";
  line.append(NameOf(item.impact)).append(" ").append(item.rule).append(": ").append(item.reason);
  if (!item.done) line += FlagFor(item);
  return Printable(line) + '\n';
}

struct ImpactEffect {
  fix::ChangeImpact impact;
  std::string_view of_one, of_many;
};

constexpr ImpactEffect kEffects[] = {
    {fix::ChangeImpact::kSame, "keeps the set of accepted objects", "keep the set of accepted objects"},
    {fix::ChangeImpact::kTyped, "adds a type", "add a type"},
    {fix::ChangeImpact::kWider, "drops a check", "drop a check"},
    {fix::ChangeImpact::kStricter, "refuses objects that were accepted", "refuse objects that were accepted"},
    {fix::ChangeImpact::kDefaulted, "adds a default", "add a default"},
    {fix::ChangeImpact::kNeedsDecision, "needs your decision", "need your decision"}};

}  // namespace

std::string ItemLines(std::string_view file, const FilePlan& plan, bool done) {
  std::string lines;
  for (const CrdPlan& crd : plan.crds) {
    for (std::size_t i = 0; i < crd.places.size(); ++i) {
      const fix::Item& item = crd.plan.items[i];
      if (done || !item.done) lines += Line(file, crd.places[i], item);
    }
  }
  return lines;
}

std::string PlanJson(std::string_view file, const FilePlan& plan) {
  std::string text;
  json::Writer to(text);
  for (const CrdPlan& crd : plan.crds) {
    if (!text.empty()) text += ",\n";
    to.BeginObject().Add("crd", crd.name).Add("document", crd.document).Key("edits").BeginList();
    for (const auto* edits : {&crd.plan.edits, &crd.plan.moves}) {
      for (const fix::Edit& edit : *edits) AppendOperation(edit, crd.crd_pointer, to);
    }
    to.EndList().Add("file", file).Key("items").BeginList();
    for (std::size_t i = 0; i < crd.plan.items.size(); ++i) {
      AppendItem(crd.plan.items[i], crd.crd_pointer, &crd.places[i], to);
    }
    to.EndList().Add("left", crd.plan.left).EndObject();
  }
  return text;
}

std::string ChangeCountsText(const FilePlan& plan, bool done, std::string_view word) {
  std::string counts;
  for (const auto& [impact, effect_of_one, effect] : kEffects) {
    std::size_t count = 0;
    for (const CrdPlan& crd : plan.crds) {
      for (const fix::Item& item : crd.plan.items) count += item.impact == impact && item.done == done;
    }
    if (count == 0) continue;
    base::AppendItem(counts, "; ", std::to_string(count));
    counts.append(count == 1 ? " change " : " changes ").append(word);
    counts.append(" that ").append(count == 1 ? effect_of_one : effect);
  }
  return counts;
}

void AppendOperation(const fix::Edit& edit, std::string_view crd_pointer, json::Writer& to) {
  to.BeginObject();
  if (!edit.from.empty()) to.Add("from", std::string(crd_pointer) + edit.from);
  to.Add("op", json::NameOf(edit.kind)).Add("path", std::string(crd_pointer) + edit.path);
  if (!edit.value.empty()) to.Key("value").Raw(edit.value);
  to.EndObject();
}

void AppendItem(const fix::Item& item, std::string_view crd_pointer, const document::Position* place,
                json::Writer& to) {
  to.BeginObject().Add("class", fix::NameOf(item.impact));
  if (place != nullptr) to.Add("column", place->column);
  to.Add("done", item.done);
  if (place != nullptr) to.Add("line", place->line);
  to.Add("path", std::string(crd_pointer) + item.path).Add("reason", item.reason);
  to.Add("rule", item.rule).EndObject();
}

Argument* AddAllowFlag(Command& command, fix::ChangeImpact& max_impact) {
  const auto allow = [&max_impact](const std::string& name) { max_impact = *fix::ParseImpact(name); };
  return command.OnValue("--allow", allow, "Class of changes to make; includes the classes before it")
      ->OneOf({"same", "typed", "wider"})
      ->DefaultText("same");
}

}  // namespace structural::cli
