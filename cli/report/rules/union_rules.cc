// The texts of rules about the declaration of unions.
#include "cli/report/rules/rules.h"

namespace structural::rules {

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
