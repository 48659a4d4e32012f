#include "cli/findings/specific.h"

#include "cli/rules/rules.h"
#include "cli/shared/locate.h"
#include "schema/rules/catalog.h"

namespace structural::lint {

const rules::Rule kPreserveUnknownFieldsDefault = {
    .id = "preserve-unknown-fields-default",
    .what = "A CRD of v1beta1 must set spec.preserveUnknownFields to false.",
    .why =
        "The default in apiextensions.k8s.io/v1beta1 is true, so the server stores every field "
        "that a client sends. The value stays true when the CRD is converted to v1.",
    .fix =
        "Set spec.preserveUnknownFields: false. To keep unknown fields in a part of the object, "
        "set x-kubernetes-preserve-unknown-fields: true in that part of the schema.",
    .section = &rules::kBlogPruning};

const rules::Rule kPreserveUnknownFieldsConverted = {
    .id = "preserve-unknown-fields-converted",
    .what = "A CRD of v1 does not set spec.preserveUnknownFields: true.",
    .why =
        "apiextensions.k8s.io/v1 refuses true in new CRDs; it is the default of v1beta1, and a "
        "conversion to v1 keeps it. Applying a manifest without the field does not remove it.",
    .fix =
        "Set spec.preserveUnknownFields: false, at least until the CRD is applied to every "
        "cluster. Unknown fields are then pruned, except where the schema sets "
        "x-kubernetes-preserve-unknown-fields: true.",
    .section = &rules::kBlogPruning};

const rules::Rule kIntOrStringForm = {
    .id = "int-or-string-form",
    .what =
        "A schema with x-kubernetes-int-or-string has no types, or the anyOf with integer and "
        "string.",
    .why =
        "With x-kubernetes-int-or-string: true the API server accepts only anyOf: [{type: "
        "integer}, {type: string}], also as the first element of allOf. It refuses oneOf, which "
        "the blog shows, and the other order.",
    .fix = "Write anyOf: [{type: integer}, {type: string}], or remove the types.",
    .section = &rules::kBlogExtensions};

namespace {

using document::Tree;

// The path behind the last place of the mark is taken off; false where there is none.
bool CutBehind(std::string_view& path, std::string_view mark) {
  const auto at = path.rfind(mark);
  if (at != std::string_view::npos) path = path.substr(0, at);
  return at != std::string_view::npos;
}

// {type: integer} and {type: string}, in either order.
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

// …oneOf[0].type
bool IsIntOrString(std::string_view path, const Tree& tree) {
  if (!CutBehind(path, "[")) return false;
  const Place list = Locate(tree, Tree::kRoot, path);
  if (!CutBehind(path, ".")) return false;
  const Place schema = Locate(tree, Tree::kRoot, path);
  if (!list.found || !tree.IsArray(list.node) || !schema.found) return false;
  const Tree::Node mark = tree.Member(schema.node, "x-kubernetes-int-or-string");
  return mark != Tree::kNone && tree.IsTrue(mark) && AreIntAndString(tree, list.node);
}

}  // namespace

std::string_view SpecificRule(std::string_view rule, std::string_view path, const Tree& crd,
                              crd::ApiVersion version) {
  if (rule == rules::kPreserveUnknownFields.id) {
    if (version == crd::ApiVersion::kV1) return kPreserveUnknownFieldsConverted.id;
    const Place value = Locate(crd, Tree::kRoot, path);
    return value.found && crd.IsTrue(value.node) ? rule : kPreserveUnknownFieldsDefault.id;
  }
  if (rule == rules::kJunctorType && IsIntOrString(path, crd)) return kIntOrStringForm.id;
  return rule;
}

std::string_view GeneralRule(std::string_view rule) {
  if (rule == kIntOrStringForm.id) return rules::kJunctorType;
  const bool preserve =
      rule == kPreserveUnknownFieldsDefault.id || rule == kPreserveUnknownFieldsConverted.id;
  return preserve ? rules::kPreserveUnknownFields.id : rule;
}

}  // namespace structural::lint
