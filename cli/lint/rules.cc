#include "cli/lint/rules.h"

#include "schema/rules/catalog.h"

namespace structural::lint {

const rules::Rule kUnreadable = {
    .id = "unreadable",
    .why = "kubectl cannot read the document, so that nothing of it reaches the API server.",
    .fix = "Repair the text at the place that is named. A template has to be rendered first."};

const rules::Rule kUndecodable = {
    .id = "undecodable",
    .why = "The API server refuses the object before it looks at its schema.",
    .fix = "Give the field that is named a value of the type that the API documents."};

const rules::Rule kDuplicateKey = {
    .id = "duplicate-key",
    .why =
        "Of a key that is given twice only the last value counts; what stands under the first "
        "is silently dropped, and other tools may take the first or refuse the file.",
    .fix = "Remove one of the two, or merge what stands under them."};

const rules::Rule kSuppressionWithoutReason = {
    .id = "suppression-without-reason",
    .why =
        "A suppression that does not say why cannot be judged by those who come later; it has "
        "no effect.",
    .fix =
        "Write the reason behind a colon: structural.lint/ignore: \"type-required: generated, "
        "see the issue\"."};

const rules::Rule kUnknownField = {
    .id = "unknown-field",
    .why =
        "The API server drops fields that it does not know when it reads a CRD: what a misspelt "
        "keyword should say is not said.",
    .fix = "Correct the field's name, or remove it."};

const rules::Rule kOneStructure = {
    .id = "one-structure",
    .why =
        "properties describe an object with known fields, additionalProperties a map, items a "
        "list. A value is one of them.",
    .fix =
        "Keep the one that fits the type and remove the others. The API server refuses properties "
        "beside additionalProperties in new CRDs."};

std::span<const rules::Rule* const> AllRules() {
  static const std::vector<const rules::Rule*> all = [] {
    const auto of_schemas = rules::AllRules();
    std::vector<const rules::Rule*> list(of_schemas.begin(), of_schemas.end());
    list.insert(list.end(), {&kDuplicateKey, &kOneStructure, &kSuppressionWithoutReason,
                             &kUndecodable, &kUnknownField, &kUnreadable});
    return list;
  }();
  return all;
}

const rules::Rule* FindRule(std::string_view id) {
  for (const rules::Rule* rule : AllRules()) {
    if (rule->id == id) return rule;
  }
  return nullptr;
}

}  // namespace structural::lint
