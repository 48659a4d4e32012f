#include "schema/compatibility/declared_unions.h"

#include "schema/json/parse.h"
#include "schema/json/write.h"
#include "schema/kubernetes/violation_budget.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/unions/kep/each_list.h"

namespace structural::compatibility {
namespace {

using json::Value;

Value* Find(Value* in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in = in != nullptr ? in->Find(key) : nullptr;
  return in;
}

// `room` is what more text there may be.
void AddLists(const Value* schema, const std::string& path, std::size_t& room,
              std::vector<DeclaredUnions>& to) {
  if (schema == nullptr) return;
  unions::kep::ForEachList(*schema, path, [&](const unions::kep::ListAt& at) {
    if (room < at.path.size()) return;
    room -= at.path.size();
    to.push_back({at.path, ""});
    json::AppendJson(at.list, to.back().what);
  });
}

// An annotation that cannot be read declares something, too.
void AddAnnotation(Value& root, base::Arena& arena, std::vector<DeclaredUnions>& to) {
  const Value* text = Find(&root, {"metadata", "annotations", unions::kep::kAnnotation});
  if (text == nullptr || !text->is_string()) return;
  const auto read = unions::kep::ReadAnnotation(text->text(), arena);
  if (!read.ok() || !read->empty())
    to.push_back({std::string(unions::kep::kAnnotationPath), std::string(text->text())});
}

}  // namespace

std::vector<DeclaredUnions> FindDeclaredUnions(std::string_view json, base::Arena& arena) {
  std::vector<DeclaredUnions> found;
  if (!unions::kep::MentionsUnions(json)) return found;
  auto root = json::Parser(arena).Parse(json);
  if (!root.ok()) return found;
  AddAnnotation(*root, arena, found);
  std::size_t room = kubernetes::ViolationBudget::kBytes;
  AddLists(Find(&*root, {"spec", "validation", "openAPIV3Schema"}),
           "spec.validation.openAPIV3Schema", room, found);
  const Value* versions = Find(&*root, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return found;
  for (std::size_t i = 0; i < versions->elements().size(); ++i) {
    AddLists(Find(&versions->elements()[i], {"schema", "openAPIV3Schema"}),
             "spec.versions[" + std::to_string(i) + "].schema.openAPIV3Schema", room, found);
  }
  return found;
}

}  // namespace structural::compatibility
