#include "cli/report/rules/object_rules.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "cli/report/rules/rules.h"

namespace structural::rules {
namespace {

using crd::Rule;
using kubernetes::ErrorKind;

// A rule for one kind of error. The last rule in kCauses is for all kinds that are not in kCauses.
struct CauseRule {
  ErrorKind kind;
  Rule rule;
};

const CauseRule kCauses[] = {
    {ErrorKind::kRequired,
     {.id = "required-value",
      .what = "Every required field has a value.",
      .why = "The API server refuses the object, and does not run the rules in CEL on it. A default "
             "fills in a field only if the object around it is there.",
      .fix = "Add the field.",
      .section = &crd::kDocsValidation}},
    {ErrorKind::kDuplicate,
     {.id = "duplicate-value",
      .what = "The elements of a set, and the keys of a list of type map, are different.",
      .why = "The API server refuses the object, because it merges such lists by these values.",
      .fix = "Remove one of the equal elements, or change its key.",
      .section = &crd::kDocsMerge}},
    {ErrorKind::kNotSupported,
     {.id = "unsupported-value",
      .what = "A field with an enum has one of its values.",
      .why = "The API server refuses the object. Values are compared with letter case.",
      .fix = "Use one of the values that the message lists.",
      .section = &crd::kDocsValidation}},
    {ErrorKind::kForbidden,
     {.id = "forbidden-value",
      .what = "A field is not set where it must not be.",
      .why = "The API server refuses the object. A rule in CEL can forbid a field, with "
             "reason: FieldValueForbidden.",
      .fix = "Remove the field, or restore its old value.",
      .section = &crd::kDocsValidationRules}},
    {ErrorKind::kTooLong,
     {.id = "too-long",
      .what = "A text is not longer than maxLength, and metadata is not too large.",
      .why = "The API server refuses the object. It counts characters for maxLength, and bytes for "
             "names and annotations.",
      .fix = "Shorten the text.",
      .section = &crd::kDocsValidation}},
    {ErrorKind::kTooMany,
     {.id = "too-many",
      .what = "A list has at most maxItems elements, and an object at most maxProperties fields.",
      .why = "The API server refuses the object.",
      .fix = "Remove elements.",
      .section = &crd::kDocsValidation}},
    {ErrorKind::kInvalid,
     {.id = "invalid-value",
      .what = "Every value is valid for its schema and its rules.",
      .why = "The API server refuses the object: a type, a pattern, a limit, a rule in CEL or a "
             "branch of oneOf does not fit, or a field changes that must not change.",
      .fix = "Change the value as the message says.",
      .section = &crd::kDocsValidation}},
};

}  // namespace

const Rule kNoResource = {
    .id = "no-resource",
    .what = "A CRD defines and serves the kind and version of the object.",
    .why = "The API server has no URL for the object.",
    .fix =
        "Correct apiVersion and kind, or pass the CRD with --crd or --crds-from. --ignore-missing only "
        "counts objects of kinds without a CRD.",
    .section = &crd::kDocsVersions};

const Rule kAmbiguousCrd = {
    .id = "ambiguous-crd",
    .what = "One CRD defines the kind of an object.",
    .why =
        "A server has one CRD of a kind. With two different ones, the result would depend on the order of "
        "the files, so objects of the kind are not checked.",
    .fix = "Name the file of one of them with --crd, or leave the other file out.",
    .section = &crd::kDocsVersions};

const Rule kRefused = {.id = "refused-request",
                       .what = "The API server can decode and store the object.",
                       .why = "The API server refuses the object before it validates it.",
                       .fix = "Change the object as the message says.",
                       .section = &crd::kDocsCreate};

const Rule kServerWarning = {.id = "server-warning",
                             .what = "The API server answers without a warning.",
                             .why =
                                 "The API server accepts the object, and warns of it. kubectl "
                                 "prints the warning.",
                             .fix = "Follow the warning.",
                             .section = &crd::kDocsVersions};

const Rule kUnknownObjectField = {
    .id = "unknown-object-field",
    .what = "The schema has every field of the object.",
    .why = "The API server drops the field, or with kubectl's default refuses the object.",
    .fix = "Correct the name of the field, or remove it. --field-validation=ignore accepts such fields.",
    .section = &crd::kDocsFieldValidation};

const Rule kIgnoredNamespace = {
    .id = "ignored-namespace",
    .what = "An object of a cluster-scoped kind has no namespace.",
    .why = "The API server stores the object without the namespace, and does not warn of it.",
    .fix = "Remove metadata.namespace, or set spec.scope of a new CRD to Namespaced.",
    .section = &crd::kDocsCreate};

const Rule kUnconvertedObject = {
    .id = "unconverted-object",
    .what = "The old object is in the version of the new one, if a webhook converts between versions.",
    .why =
        "The API server compares the new object with the converted old one. structural calls no "
        "webhook, and compares the values as they are. Rules with oldSelf can then give another "
        "answer.",
    .fix = "Pass the old object as the API server returns it in the version of the new one.",
    .section = &crd::kDocsVersions};

std::string_view RuleOfCause(ErrorKind kind) {
  const auto found = std::ranges::find(kCauses, kind, &CauseRule::kind);
  return found == std::end(kCauses) ? std::rbegin(kCauses)->rule.id : found->rule.id;
}

std::span<const Rule* const> ObjectRules() {
  static const auto all = [] {
    std::vector<const Rule*> list{&kNoResource, &kAmbiguousCrd, &kRefused};
    for (const CauseRule& each : kCauses) list.push_back(&each.rule);
    list.insert(list.end(), {&kUnknownObjectField, &kServerWarning, &kIgnoredNamespace, &kUnconvertedObject});
    return list;
  }();
  return all;
}

std::span<const Rule* const> RulesForObjects() {
  static const auto all = [] {
    std::vector<const Rule*> list(ObjectRules().begin(), ObjectRules().end());
    list.insert(list.end(), {&kDuplicateKey, &kUnreadable, &kUnreadableFile});
    return list;
  }();
  return all;
}

}  // namespace structural::rules
