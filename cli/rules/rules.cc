#include "cli/rules/rules.h"

#include "cli/rules/fix_rules.h"
#include "cli/shared/similar.h"
#include "schema/compatibility/rules.h"
#include "schema/rules/catalog.h"

namespace structural::lint {
namespace {

std::vector<Chapter> Collect() {
  const auto of_schemas = rules::AllRules();
  Chapter verdict{"verdict",
                  "The API server's verdict",
                  "What Kubernetes itself finds, and says in the condition NonStructuralSchema. "
                  "The API server refuses new CRDs of apiextensions.k8s.io/v1 for it.",
                  {of_schemas.begin(), of_schemas.end()}};
  verdict.rules.insert(verdict.rules.end(), {&kPreserveUnknownFieldsDefault,
                                             &kPreserveUnknownFieldsConverted, &kIntOrStringForm});
  Chapter document{"document",
                   "Documents",
                   "What is wrong with a text before its schema is looked at.",
                   {&kUnreadable, &kUndecodable, &kDuplicateKey, &kRenamedKey,
                    &kSuppressionWithoutReason, &kSuppressionOfNoRule}};
  Chapter strict{"strict",
                 "With --strict",
                 "What the API server takes without a word although it is a mistake, or not what "
                 "the proposals for structural schemas and pruning ask for.",
                 {&kNestedCompleteness, &kOneStructure, &kJunctorReadOnly, &kObjectPolymorphism,
                  &kUnknownField, &kIgnoredKeyword, &kV1beta1Field, &kIneffectiveKeyword,
                  &kUnknownFormat, &kMistypedValue}};
  Chapter unions{
      "unions",
      "Unions",
      "What is wrong with the unions that a CRD declares, by x-kubernetes-unions or by the "
      "annotation structural.lint/unions. No API server reads them; structural union and the "
      "webhook do. Warnings, unless --strict is given.",
      {&kUnionAnnotation, &kUnionPlace, &kUnionForm, &kUnionSpelling, &kUnionMember,
       &kUnionMemberOptional, &kUnionOverlap, &kUnionValue, &kUnionDiscriminatorType,
       &kUnionWithoutDiscriminator}};
  const auto of_changes = compatibility::AllRules();
  Chapter changes{"changes",
                  "Changes",
                  "What a policy says of creating a CRD, or of changing one that is stored: "
                  "structural lint --against, and structural webhook. The policy kep is the KEP's "
                  "compatibility plan, server is what Kubernetes decides.",
                  {of_changes.begin(), of_changes.end()}};
  Chapter fix{"fix",
              "With fix and upgrade",
              "What structural fix and structural upgrade tell beside the rules of schemas. "
              "Linting does not look for it.",
              {&kListMapKeys, &kUnsatisfiable, &kUpgrade}};
  return {std::move(verdict), std::move(document), std::move(strict),
          std::move(unions),  std::move(changes),  std::move(fix)};
}

}  // namespace

std::span<const Chapter> Chapters() {
  static const std::vector<Chapter> chapters = Collect();
  return chapters;
}

std::span<const rules::Rule* const> AllRules() {
  static const std::vector<const rules::Rule*> all = [] {
    std::vector<const rules::Rule*> list;
    for (const Chapter& chapter : Chapters()) {
      list.insert(list.end(), chapter.rules.begin(), chapter.rules.end());
    }
    return list;
  }();
  return all;
}

std::string CurrentId(std::string_view id) {
  constexpr std::string_view kOnce = "junctor-";
  if (!id.starts_with(kOnce)) return std::string(id);
  return std::string("nested-").append(id.substr(kOnce.size()));
}

const rules::Rule* FindRule(std::string_view id) {
  const std::string current = CurrentId(id);
  for (const rules::Rule* rule : AllRules()) {
    if (rule->id == current) return rule;
  }
  return nullptr;
}

std::string_view SimilarRule(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const rules::Rule* rule : AllRules()) ids.push_back(rule->id);
  return MostSimilar(id, ids);
}

}  // namespace structural::lint
