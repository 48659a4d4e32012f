// What is said of mistakes in a text, not in a schema.
#include "cli/rules/rules.h"

namespace structural::lint {

const rules::Rule kUnreadable = {
    .id = "unreadable",
    .what = "A document is YAML or JSON that kubectl can read.",
    .why = "kubectl cannot read the document, so that nothing of it reaches the API server.",
    .fix = "Repair the text at the place that is named, or name another file."};

const rules::Rule kUndecodable = {
    .id = "undecodable",
    .what = "Every field of a CRD has a value of the type that the API gives it.",
    .why = "The API server refuses the object before it looks at its schema.",
    .fix = "Give the field that is named a value of the type that the API documents.",
    .section = &rules::kDocsValidation};

const rules::Rule kDuplicateKey = {
    .id = "duplicate-key",
    .what = "No key is given twice.",
    .why =
        "Of a key that is given twice only the last value counts; what stands under the first "
        "is silently dropped, and other tools may take the first or refuse the file.",
    .fix = "Remove one of the two, or merge what stands under them.",
    .section = &rules::kDocsFieldValidation};

const rules::Rule kRenamedKey = {
    .id = "renamed-key",
    .what = "A key is a text, or is written as the one that it becomes.",
    .why =
        "Without quotes y, n, yes, no, on and off are true and false in YAML 1.1, as kubectl reads "
        "it, and 010 is a number: the API server gets another key, and a field of the name that "
        "was meant is unknown, and dropped.",
    .fix = "Put the key in quotes, or write what it becomes."};

const rules::Rule kSuppressionWithoutReason = {
    .id = "suppression-without-reason",
    .what = "A suppression says why.",
    .why =
        "A suppression that does not say why cannot be judged by those who come later; it has "
        "no effect.",
    .fix =
        "Write the reason behind a colon: structural.lint/ignore: \"type-required: generated, "
        "see the issue\"."};

const rules::Rule kSuppressionOfNoRule = {
    .id = "suppression-of-no-rule",
    .what = "A suppression names rules that there are.",
    .why = "A suppression of a rule that there is not suppresses nothing.",
    .fix = "Correct the rule's name, or remove it. structural rules lists them."};

}  // namespace structural::lint
