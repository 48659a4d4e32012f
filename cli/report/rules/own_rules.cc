// The texts of rules that API servers do not have: rules about a file's text, special cases of a server's rules, and
// rules about declared unions.
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

const crd::Rule kPreserveUnknownFieldsDefault = {
    .id = "preserve-unknown-fields-default",
    .what = "A CRD of v1beta1 must set spec.preserveUnknownFields to false.",
    .why =
        "The default in apiextensions.k8s.io/v1beta1 is true, so the server stores every field "
        "that a client sends. The value stays true when the CRD is converted to v1.",
    .fix =
        "Set spec.preserveUnknownFields: false. To keep unknown fields in a part of the object, "
        "set x-kubernetes-preserve-unknown-fields: true in that part of the schema.",
    .section = &crd::kBlogPruning};

const crd::Rule kPreserveUnknownFieldsConverted = {
    .id = "preserve-unknown-fields-converted",
    .what = "A CRD of v1 does not set spec.preserveUnknownFields: true.",
    .why =
        "apiextensions.k8s.io/v1 refuses true in new CRDs; it is the default of v1beta1, and a "
        "conversion to v1 keeps it. Applying a manifest without the field does not remove it.",
    .fix =
        "Set spec.preserveUnknownFields: false, at least until the CRD is applied to every "
        "cluster. Unknown fields are then pruned, except where the schema sets "
        "x-kubernetes-preserve-unknown-fields: true.",
    .section = &crd::kBlogPruning};

const crd::Rule kIntOrStringForm = {
    .id = "int-or-string-form",
    .what =
        "A schema with x-kubernetes-int-or-string has no types, or the anyOf with integer and "
        "string.",
    .why =
        "With x-kubernetes-int-or-string: true the API server accepts only anyOf: [{type: "
        "integer}, {type: string}], also as the first element of allOf. It refuses oneOf, which "
        "the blog shows, and the other order.",
    .fix = "Write anyOf: [{type: integer}, {type: string}], or remove the types.",
    .section = &crd::kBlogExtensions};

const crd::Rule kUnionAnnotation = {
    .id = "union-annotation",
    .what = "The annotation structural.lint/unions is JSON that points to schemas of the CRD.",
    .why =
        "Each pointer selects the schema that has the union. If a pointer selects no schema or the "
        "annotation is not valid, no union of the CRD is normalised.",
    .fix =
        "Write an object whose keys are JSON Pointers from openAPIV3Schema, such as "
        "/properties/spec/properties/source, and whose values are lists as in x-kubernetes-unions. "
        "Put the name of a version before the pointer to limit it to that version."};

const crd::Rule kUnionPlace = {
    .id = "union-place",
    .what =
        "Unions are declared for objects in structural schemas, outside of allOf, anyOf, oneOf and "
        "not.",
    .why =
        "Whether fields exclude each other must not depend on the branch of allOf, anyOf, oneOf or "
        "not that applies. The fields of an object are known only in a structural schema.",
    .fix =
        "Make the schema structural first. Then declare the union in the schema that has type: "
        "object and the properties, outside of allOf, anyOf, oneOf and not.",
    .section = &crd::kKepFormalDefinition};

const crd::Rule kUnionForm = {
    .id = "union-form",
    .what = "A union has members in fields or fields-to-discriminateBy, and a discriminator.",
    .why =
        "The members are a map from each field to its value of the discriminator. Another form "
        "declares no union.",
    .fix = "Write a list of unions, each as discriminator: type, fields: {file: File, url: Url}.",
    .section = &crd::kUnionsOpenApi};

const crd::Rule kUnionSpelling = {
    .id = "union-spelling",
    .what = "Repeated declarations of the same union are equal.",
    .why =
        "fields and fields-to-discriminateBy have the same meaning, and so do x-kubernetes-unions "
        "and the annotation structural.lint/unions. If they differ, the intended union is unknown.",
    .fix = "Keep one of them, or make them equal.",
    .section = &crd::kUnionsOpenApi};

const crd::Rule kUnionMember = {
    .id = "union-member",
    .what = "Members and discriminators of a union are properties of the same schema.",
    .why =
        "A union cannot span several objects. A field that the schema does not specify is pruned "
        "and cannot be a member.",
    .fix = "Correct the name, or declare the union in the schema that has the field.",
    .section = &crd::kUnionsGoTags};

const crd::Rule kUnionMemberOptional = {
    .id = "union-member-optional",
    .what = "Members of a union are not required.",
    .why =
        "At most one field of a union is set. If a member is required, an object with another "
        "member is invalid.",
    .fix = "Remove the field from required. The discriminator can be required.",
    .section = &crd::kUnionsGoTags};

const crd::Rule kUnionOverlap = {.id = "union-overlap",
                                 .what = "A field occurs once in one union.",
                                 .why =
                                     "If a field is in two unions, or is both member and "
                                     "discriminator, one rule clears it and another keeps it.",
                                 .fix = "Keep the field in one of the two, or merge the unions.",
                                 .section = &crd::kUnionsGoTags};

const crd::Rule kUnionValue = {
    .id = "union-value",
    .what = "Each member of a union has a unique value of the discriminator.",
    .why = "The value selects the member. Two members with the same value cannot be distinguished.",
    .fix =
        "Give each member a unique value that is not empty, for example the name of its field in "
        "Go.",
    .section = &crd::kUnionsOpenApi};

const crd::Rule kUnionDiscriminatorType = {
    .id = "union-discriminator-type",
    .what = "A discriminator has type string.",
    .why = "Its value is the string of a member.",
    .fix = "Select a property of type string, or change the type of the property.",
    .section = &crd::kUnionsGoTags};

const crd::Rule kUnionWithoutDiscriminator = {
    .id = "union-without-discriminator",
    .what = "A union has a discriminator.",
    .why =
        "With a discriminator, a client can select a member without knowing the others, and a "
        "conflict of two clients is visible. This is only a recommendation.",
    .fix = "Add an optional property of type string, and declare it as the discriminator.",
    .section = &crd::kUnionsDiscriminator};

}  // namespace structural::rules
