#include "schema/compatibility/declared_unions.h"

#include "schema/ops/parse.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/kep/each_list.h"

namespace structural::compatibility {
namespace {

using ops::Value;

Value* Find(Value* in, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) in = in != nullptr ? in->Find(key) : nullptr;
  return in;
}

void AddLists(const Value* schema, const std::string& path, std::vector<std::string>& to) {
  if (schema == nullptr) return;
  unions::kep::ForEachList(*schema, path,
                           [&](const unions::kep::ListAt& at) { to.push_back(at.path); });
}

// An annotation that cannot be read declares something, too.
bool HasAnnotation(Value& root, base::Arena& arena) {
  const Value* text = Find(&root, {"metadata", "annotations", unions::kep::kAnnotation});
  if (text == nullptr || !text->is_string()) return false;
  const auto read = unions::kep::ReadAnnotation(text->text(), arena);
  return !read.ok() || !read->empty();
}

}  // namespace

std::vector<std::string> DeclaredUnions(std::string_view json, base::Arena& arena) {
  auto root = ops::Parser(arena).Parse(json);
  std::vector<std::string> paths;
  if (!root.ok()) return paths;
  if (HasAnnotation(*root, arena)) paths.emplace_back(unions::kep::kAnnotationPath);
  AddLists(Find(&*root, {"spec", "validation", "openAPIV3Schema"}),
           "spec.validation.openAPIV3Schema", paths);
  const Value* versions = Find(&*root, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return paths;
  for (std::size_t i = 0; i < versions->elements().size(); ++i) {
    AddLists(Find(&versions->elements()[i], {"schema", "openAPIV3Schema"}),
             "spec.versions[" + std::to_string(i) + "].schema.openAPIV3Schema", paths);
  }
  return paths;
}

}  // namespace structural::compatibility
