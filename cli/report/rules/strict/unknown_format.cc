#include "cli/report/rules/strict/checks.h"
#include "schema/base/quote.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/validate.h"

namespace structural::rules {

void CheckUnknownFormat(const SchemaAt& at, std::vector<StrictFinding>& found) {
  using document::Tree;
  const Tree::Node node = at.tree.Member(at.node, "format");
  const std::string format = node == Tree::kNone ? "" : at.tree.String(node);
  if (format.empty()) return;
  const Tree::Node type_node = at.tree.Member(at.node, "type");
  const std::string type = type_node == Tree::kNone ? "" : at.tree.String(type_node);
  if (validate::IsRecognizedFormat(type, format)) return;
  found.push_back({validate::kUnknownFormat, node, at.path + ".format", "unrecognized format " + base::Quote(format)});
}

}  // namespace structural::rules
