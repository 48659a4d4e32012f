#include "cli/fix/file_plan.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "cli/fix/pointer.h"
#include "cli/lint/head.h"
#include "document/json_parts.h"
#include "document/reader.h"
#include "document/tree.h"

namespace structural::cli {
namespace {

using document::Document;
using document::Tree;

// The last node on the way of the pointer that is there.
Tree::Node Follow(const Tree& tree, Tree::Node node, std::string_view pointer) {
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string key = Unescaped(pointer.substr(0, pointer.find('/')));
    pointer.remove_prefix(std::min(pointer.find('/'), pointer.size()));
    const bool index = tree.IsArray(node) && key.find_first_not_of("0123456789") == key.npos;
    const auto next = index ? tree.Element(node, std::stoul("0" + key)) : tree.Member(node, key);
    if (next == Tree::kNone) break;
    node = next;
  }
  return node;
}

class Planner {
 public:
  Planner(FilePlan& to, fix::Class most, Planning make_plan)
      : to_(to), most_(most), make_plan_(make_plan) {}

  void Document(const document::Document& document, std::size_t index) {
    if (document.json == "null") return;
    const Tree tree(document.json);
    const lint::Head head = lint::ReadHead(document.json);
    if (head.IsCrd()) return Crd(document, tree, index, document.json, "");
    if (!head.IsList()) return void(++to_.others);
    std::size_t number = 0;
    for (const auto item : document::Elements(head.items)) {
      const std::string inside = "/items/" + std::to_string(number++);
      if (lint::ReadHead(item).IsCrd()) Crd(document, tree, index, item, inside);
    }
  }

 private:
  void Crd(const document::Document& document, const Tree& tree, std::size_t index,
           std::string_view json, std::string inside) {
    const Tree::Node root = Follow(tree, Tree::kRoot, inside);
    auto plan = make_plan_(json, most_);
    if (!plan.ok()) {
      to_.unread.push_back({document.At(tree.Offset(root)), plan.error().message()});
      return;
    }
    CrdPlan crd{index,
                tree.String(Follow(tree, root, "/metadata/name")),
                std::move(inside),
                *std::move(plan),
                {}};
    for (const fix::Item& item : crd.plan.items) {
      crd.places.push_back(document.At(tree.Offset(Follow(tree, root, item.path))));
    }
    to_.crds.push_back(std::move(crd));
  }

  FilePlan& to_;
  const fix::Class most_;
  const Planning make_plan_;
};

document::Edit AsEdit(const fix::Edit& edit, const std::string& inside) {
  using Where = document::Place::Where;
  const document::Place place{edit.after.empty() ? Where::kInOrder : Where::kAfter, edit.after};
  return {edit.kind, inside + edit.path, edit.value, place, inside + edit.from};
}

std::vector<document::DocumentEdits> EditsOf(const FilePlan& plan,
                                             std::vector<fix::Edit> fix::Plan::* part) {
  std::vector<document::DocumentEdits> edits;
  for (const CrdPlan& crd : plan.crds) {
    if ((crd.plan.*part).empty()) continue;
    if (edits.empty() || edits.back().index != crd.document) edits.push_back({crd.document, {}});
    for (const fix::Edit& edit : crd.plan.*part) {
      edits.back().edits.push_back(AsEdit(edit, crd.inside));
    }
  }
  return edits;
}

}  // namespace

bool FilePlan::changes() const {
  return std::ranges::any_of(
      crds, [](const CrdPlan& crd) { return !crd.plan.edits.empty() || !crd.plan.moves.empty(); });
}

std::size_t FilePlan::left() const {
  std::size_t left = 0;
  for (const CrdPlan& crd : crds) left += crd.plan.left;
  return left;
}

FilePlan PlanFile(std::string_view text, fix::Class most, Planning make_plan) {
  FilePlan plan;
  Planner planner(plan, most, make_plan);
  document::Reader reader(text);
  std::size_t index = 0;
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      plan.unread.push_back({problem->at, problem->message});
    } else {
      planner.Document(std::get<Document>(*next), index);
    }
    ++index;
  }
  return plan;
}

base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text,
                                                                const FilePlan& plan) {
  return document::FindReplacements(text, EditsOf(plan, &fix::Plan::edits));
}

base::Result<std::string> Apply(std::string_view text, const FilePlan& plan) {
  auto edited = document::ApplyEdits(text, EditsOf(plan, &fix::Plan::edits));
  const bool moves =
      std::ranges::any_of(plan.crds, [](const CrdPlan& crd) { return !crd.plan.moves.empty(); });
  return edited.ok() && moves ? document::ApplyEdits(*edited, EditsOf(plan, &fix::Plan::moves))
                              : std::move(edited);
}

}  // namespace structural::cli
