#include "cli/report/rules/rules.h"

#include <algorithm>
#include <iterator>

#include "cli/report/rules/diff_rules.h"
#include "cli/report/rules/object_rules.h"
#include "cli/report/rules/server_rules.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/rule.h"
#include "schema/validate/compatibility/rules.h"

namespace structural::rules {
namespace {

// The rules that only `structural fix` and `structural upgrade` report.
const crd::Rule kListMapKeys = {
    .id = "list-map-keys",
    .what =
        "The keys of a list map are required or have a default, and neither keys nor items are "
        "nullable.",
    .why =
        "The API server refuses a new CRD if a key in x-kubernetes-list-map-keys is optional "
        "without a default, or if a key or an item is nullable. It accepts a stored CRD, so the "
        "manifest fails only in another cluster.",
    .fix =
        "Make the key required, which refuses items without it, or give it a default, which "
        "completes them; remove nullable. structural fix reports each place. Its flag "
        "--list-map-keys makes the choice.",
    .section = &crd::kDocsValidation};

const crd::Rule kGeneratedStatus = {
    .id = "generated-status",
    .what = "A CRD in a file has no status without content.",
    .why =
        "Old generators, such as controller-gen before 0.9, write a status with empty names, "
        "conditions and storedVersions. The API server writes the status itself and ignores the "
        "one in a file.",
    .fix = "Remove the status. structural fix does it.",
    .section = &crd::kDocsValidation};

const crd::Rule kUnsatisfiable = {
    .id = "unsatisfiable",
    .what = "A schema with the keyword not accepts some values.",
    .why =
        "not: {} refuses every value, so no object with that field can be created or changed. A "
        "not whose keywords every value fulfils does the same; structural fix reduces it to not: {}.",
    .fix = "Write the values to refuse into not, or remove it."};

const crd::Rule kUpgrade = {
    .id = "upgrade",
    .what = "A CRD uses apiextensions.k8s.io/v1 without fields that only v1beta1 has.",
    .why =
        "Kubernetes 1.22 and later do not serve v1beta1. In v1 each version has its own schema, "
        "some fields have other names, and schemas must be structural.",
    .fix =
        "Run structural upgrade. It reports what it cannot convert: data that would be lost, "
        "contradictions, and schemas that are not structural.",
    .section = &crd::kDocsValidation};

constexpr std::string_view kDiffChapter = "diff", kObjectsChapter = "objects";

template <typename Rules>
void AddRules(const Rules& rules, Chapter& to) {
  for (const crd::Rule& rule : rules) to.rules.push_back(&rule);
}

// Adds the chapters with rules that the API server checks.
void AddServerChapters(std::vector<Chapter>& to) {
  const auto of_schemas = crd::AllRules();
  Chapter verdict{"verdict",
                  "The API server's checks",
                  "Kubernetes itself reports these violations in the condition NonStructuralSchema. The API "
                  "server refuses new CRDs of apiextensions.k8s.io/v1 with such a violation.",
                  {of_schemas.begin(), of_schemas.end()}};
  verdict.rules.insert(verdict.rules.end(),
                       {&kPreserveUnknownFieldsDefault, &kPreserveUnknownFieldsConverted, &kIntOrStringForm});
  Chapter server{"server",
                 "The API server's validation",
                 "The API server refuses to create a CRD of apiextensions.k8s.io/v1 with such an "
                 "error. structural lint --only structural does not check these rules.",
                 {}};
  AddRules(ServerRules(), server);
  Chapter warnings{"warnings",
                   "The API server's warnings",
                   "The API server accepts such a CRD, and warns the client. The findings are "
                   "warnings, or errors with --strict.",
                   {}};
  AddRules(WarningRules(), warnings);
  to.insert(to.end(), {std::move(verdict), std::move(server), std::move(warnings)});
}

// Adds the chapters with rules that only `structural lint` checks.
void AddLintChapters(std::vector<Chapter>& to) {
  to.push_back({"size",
                "Size limits",
                "A CRD meets these limits on its way into a cluster. structural lint --only "
                "structural does not check them.",
                {&kRequestSize, &kObjectSize, &kApplySize}});
  to.push_back({"document",
                "Documents",
                "These rules apply to the text of a file, before the schemas are checked.",
                {&kUnreadable, &kUnreadableFile, &kUndecodable, &kDuplicateKey, &kRenamedKey,
                 &kSuppressionWithoutReason, &kSuppressionOfNoRule}});
  to.push_back({"strict",
                "With --strict",
                "The API server silently accepts these mistakes, or does not check these "
                "requirements of the proposals for structural schemas and pruning.",
                {&kNestedCompleteness, &kOneStructure, &kCompositionReadOnly, &kObjectPolymorphism, &kUnknownField,
                 &kIgnoredKeyword, &kV1beta1Field, &kIneffectiveKeyword, &kMistypedValue}});
  to.push_back({"unions",
                "Unions",
                "These rules apply to the unions that a CRD declares with x-kubernetes-unions or "
                "the annotation structural.lint/unions. No API server reads them, but structural "
                "union and the webhook do. The findings are warnings, or errors with --strict.",
                {&kUnionAnnotation, &kUnionPlace, &kUnionForm, &kUnionSpelling, &kUnionMember, &kUnionMemberOptional,
                 &kUnionOverlap, &kUnionValue, &kUnionDiscriminatorType, &kUnionWithoutDiscriminator}});
}

std::vector<Chapter> Collect() {
  std::vector<Chapter> chapters;
  AddServerChapters(chapters);
  AddLintChapters(chapters);
  const auto of_changes = compatibility::AllRules();
  Chapter changes{"changes",
                  "Changes",
                  "structural lint --against and structural webhook apply these rules when a CRD "
                  "is created or changed. The policy kep is the KEP's compatibility plan; the "
                  "policy server is Kubernetes' own. Only structural lint --against applies "
                  "immutable and stored-versions, and the rules of the API server's validation.",
                  {of_changes.begin(), of_changes.end()}};
  AddRules(UpdateRules(), changes);
  chapters.push_back(std::move(changes));
  const auto of_diff = DiffRules();
  chapters.push_back({kDiffChapter,
                      "Changes by meaning",
                      "structural diff names these rules in -o github and sarif if an update of a CRD "
                      "can harm objects or clients.",
                      {of_diff.begin(), of_diff.end()}});
  const auto of_objects = ObjectRules();
  chapters.push_back({kObjectsChapter,
                      "Custom resources",
                      "structural validate uses these ids for the errors and warnings of an API "
                      "server about custom resources, and duplicate-key and unreadable.",
                      {of_objects.begin(), of_objects.end()}});
  chapters.push_back({"fix",
                      "With fix and upgrade",
                      "structural fix and structural upgrade also report these problems. "
                      "structural lint does not use these ids.",
                      {&kListMapKeys, &kGeneratedStatus, &kUnsatisfiable, &kUpgrade}});
  return chapters;
}

}  // namespace

std::span<const Chapter> Chapters() {
  static const std::vector<Chapter> chapters = Collect();
  return chapters;
}

std::span<const crd::Rule* const> LintRules() {
  static const std::vector<const crd::Rule*> all = [] {
    std::vector<const crd::Rule*> list;
    for (const Chapter& chapter : Chapters()) {
      if (chapter.name == kDiffChapter || chapter.name == kObjectsChapter) continue;
      list.insert(list.end(), chapter.rules.begin(), chapter.rules.end());
    }
    return list;
  }();
  return all;
}

std::span<const crd::Rule* const> AllRules() {
  static const std::vector<const crd::Rule*> all = [] {
    std::vector<const crd::Rule*> list;
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

bool IsUnread(std::string_view id) { return id == kUnreadable.id || id == kUnreadableFile.id; }

const crd::Rule* FindRule(std::string_view id) {
  const std::string current = CurrentId(id);
  for (const crd::Rule* rule : AllRules()) {
    if (rule->id == current) return rule;
  }
  return nullptr;
}

std::string_view SimilarRule(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const crd::Rule* rule : AllRules()) ids.push_back(rule->id);
  return cli::MostSimilar(id, ids);
}

std::string UnknownRule(std::string_view id, std::string_view otherwise) {
  const std::string_view similar = SimilarRule(id);
  return ("unknown rule " + base::Quote(id)).append(similar.empty() ? otherwise : cli::DidYouMean(similar));
}

std::vector<const crd::Rule*> WithLintRules(std::span<const crd::Rule* const> own) {
  std::vector<const crd::Rule*> all(own.begin(), own.end());
  std::ranges::copy_if(LintRules(), std::back_inserter(all),
                       [&](const crd::Rule* rule) { return std::ranges::find(own, rule) == own.end(); });
  return all;
}

}  // namespace structural::rules
