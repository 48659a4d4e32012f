#include "cli/report/findings/specific.h"

#include "cli/report/rules/rules.h"
#include "cli/shared/locate.h"
#include "schema/crd/rules/catalog.h"

namespace structural::findings {
namespace {

using document::Tree;

// Removes the last occurrence of `mark`, and everything after it, from the path. Returns false if the path does not
// contain `mark`.
bool CutBehind(std::string_view& path, std::string_view mark) {
  const auto at = path.rfind(mark);
  if (at != std::string_view::npos) path = path.substr(0, at);
  return at != std::string_view::npos;
}

// Returns whether the list is {type: integer} and {type: string}, in either order.
bool AreIntAndString(const Tree& tree, Tree::Node list) {
  bool integer = false, string = false;
  int count = 0;
  for (auto item = tree.FirstChild(list); item != Tree::kNone; item = tree.Next(item), ++count) {
    const Tree::Node type = tree.Member(item, "type");
    if (type == Tree::kNone || tree.Next(tree.FirstChild(item)) != Tree::kNone) return false;
    integer |= tree.String(type) == "integer";
    string |= tree.String(type) == "string";
  }
  return count == 2 && integer && string;
}

// Returns whether the path is that of `type` in a branch such as …oneOf[0].type, and the branches are {type: integer}
// and {type: string} of a schema with x-kubernetes-int-or-string: true.
bool IsIntOrString(std::string_view path, const Tree& tree) {
  if (!CutBehind(path, "[")) return false;
  const cli::LocatedNode list = cli::Locate(tree, Tree::kRoot, path);
  if (!CutBehind(path, ".")) return false;
  const cli::LocatedNode schema = cli::Locate(tree, Tree::kRoot, path);
  if (!list.found || !tree.IsArray(list.node) || !schema.found) return false;
  const Tree::Node mark = tree.Member(schema.node, "x-kubernetes-int-or-string");
  return mark != Tree::kNone && tree.IsTrue(mark) && AreIntAndString(tree, list.node);
}

}  // namespace

std::string_view SpecificRule(std::string_view rule, std::string_view path, const Tree& crd, crd::ApiVersion version) {
  if (rule == crd::kPreserveUnknownFields.id) {
    if (version == crd::ApiVersion::kV1) return rules::kPreserveUnknownFieldsConverted.id;
    const cli::LocatedNode value = cli::Locate(crd, Tree::kRoot, path);
    const bool is_true = value.found && crd.IsTrue(value.node);
    return is_true ? rule : rules::kPreserveUnknownFieldsDefault.id;
  }
  if (rule == crd::kNestedType && IsIntOrString(path, crd)) {
    return rules::kIntOrStringForm.id;
  }
  return rule;
}

std::string_view GeneralRule(std::string_view rule) {
  if (rule == rules::kIntOrStringForm.id) return crd::kNestedType;
  const bool preserve =
      rule == rules::kPreserveUnknownFieldsDefault.id || rule == rules::kPreserveUnknownFieldsConverted.id;
  return preserve ? crd::kPreserveUnknownFields.id : rule;
}

}  // namespace structural::findings
