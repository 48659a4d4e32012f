#include "cli/rules/rules.h"
#include "cli/rules/strict/checks.h"
#include "schema/base/quote.h"
#include "schema/objects/format.h"

namespace structural::lint {

const rules::Rule kUnknownFormat = {
    .id = "unknown-format",
    .what = "The API server knows the format for the type of the schema.",
    .why =
        "The API server does not check a format that it does not know for the type of the schema. "
        "Every value passes.",
    .fix =
        "Use a known format: int32 and int64 for integer, float and double for number, and for "
        "string date-time, date, duration, byte, uri, email, hostname, ipv4, ipv6, cidr, mac, "
        "uuid, k8s-short-name, k8s-long-name and a few more. Or use a pattern.",
    .section = &rules::kDocsValidation};

namespace {

// Upstream: apiserver/validation/formats.go GetUnrecognizedFormats (v0.37.2).
bool Knows(std::string_view type, std::string_view format) {
  if (type.empty() || type == "string") return objects::FindFormat(format) != nullptr;
  if (type == "integer") return format == "int32" || format == "int64";
  return type == "number" && (format == "float" || format == "double");
}

}  // namespace

void CheckUnknownFormat(const SchemaAt& at, std::vector<StrictFinding>& found) {
  using document::Tree;
  const Tree::Node node = at.tree.Member(at.node, "format");
  const std::string format = node == Tree::kNone ? "" : at.tree.String(node);
  if (format.empty()) return;
  const Tree::Node type_node = at.tree.Member(at.node, "type");
  const std::string type = type_node == Tree::kNone ? "" : at.tree.String(type_node);
  if (Knows(type, format)) return;
  found.push_back({kUnknownFormat.id, node, at.path + ".format",
                   "the API server knows no format " + base::Quote(format) +
                       (type.empty() ? " without a type" : " of type " + type) +
                       " and does not check it"});
}

}  // namespace structural::lint
