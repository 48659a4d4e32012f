// The texts of rules about a file's text, not a schema.
#include "cli/report/rules/rules.h"

namespace structural::rules {

const crd::Rule kUnreadable = {.id = "unreadable",
                               .what = "kubectl can read the document as YAML or JSON.",
                               .why = "If kubectl cannot read a document, it sends nothing to the API server.",
                               .fix = "Repair the text at the reported position, or exclude the file."};

const crd::Rule kUnreadableFile = {
    .id = "unreadable-file",
    .what = "Every file can be read.",
    .why =
        "A file is not checked if it is missing, if the system refuses to read it, or if it has "
        "more than 256 MiB.",
    .fix = "Correct the path, or give the user the right to read the file. Split a larger file."};

const crd::Rule kUndecodable = {.id = "undecodable",
                                .what = "Every field of a CRD has the type that the API defines.",
                                .why = "The API server refuses the object before it checks the schemas.",
                                .fix = "Give the reported field a value of the type that the API documents.",
                                .section = &crd::kDocsValidation};

const crd::Rule kDuplicateKey = {
    .id = "duplicate-key",
    .what = "Each key occurs once in an object.",
    .why =
        "If a key is repeated, kubectl silently drops all values except the last. Other tools use "
        "the first value or refuse the file.",
    .fix = "Remove one of the two keys, or merge their values.",
    .section = &crd::kDocsFieldValidation};

const crd::Rule kRenamedKey = {
    .id = "renamed-key",
    .what = "Every key is a string as it is written.",
    .why =
        "kubectl reads YAML 1.1, where y, n, yes, no, on and off without quotes are booleans, and "
        "010 is a number. The API server then receives a different key, and drops it if no field "
        "has that name.",
    .fix = "Put the key in quotes, or write the key that kubectl reads."};

const crd::Rule kSuppressionWithoutReason = {
    .id = "suppression-without-reason",
    .what = "A suppression gives a reason.",
    .why =
        "Without a reason, later readers cannot tell whether the suppression is still needed. It "
        "has no effect.",
    .fix =
        "Write the reason after a colon: structural.lint/ignore: \"type-required: generated, see "
        "the issue\"."};

const crd::Rule kSuppressionOfNoRule = {
    .id = "suppression-of-no-rule",
    .what = "A suppression names existing rules.",
    .why = "A suppression of an unknown rule has no effect.",
    .fix = "Correct the name of the rule, or remove it. Run structural rules for a list."};

}  // namespace structural::rules
