// What is said of mistakes in the declaration of unions.
#include "cli/rules/rules.h"

namespace structural::lint {

const rules::Rule kUnionAnnotation = {
    .id = "union-annotation",
    .what = "The annotation structural.lint/unions is JSON that leads to schemas of the CRD.",
    .why =
        "What the annotation leads to is where the union is. Where it leads nowhere, or cannot be "
        "read, none of the CRD's unions are normalised.",
    .fix =
        "Write an object with a JSON Pointer from the openAPIV3Schema for a key, as "
        "/properties/spec/properties/source, behind the name of a version where it is about that "
        "one only, and for a value the list that x-kubernetes-unions would be."};

const rules::Rule kUnionPlace = {
    .id = "union-place",
    .what =
        "Unions are declared for objects, outside of allOf, anyOf, oneOf and not, in structural "
        "schemas.",
    .why =
        "Whether fields exclude each other must not depend on which branch of allOf, anyOf, oneOf "
        "or not holds, and in a schema that is not structural it is not known which fields an "
        "object has.",
    .fix =
        "Declare the union beside type: object and the properties that it is about, outside of "
        "allOf, anyOf, oneOf and not. Make the schema structural first.",
    .section = &rules::kKepFormalDefinition};

const rules::Rule kUnionForm = {
    .id = "union-form",
    .what = "A union has members, by fields or fields-to-discriminateBy, and a discriminator.",
    .why =
        "Members are a map from the field to the value that the discriminator has for it. What "
        "has another form says nothing.",
    .fix = "Write a list of unions, each as discriminator: type, fields: {file: File, url: Url}.",
    .section = &rules::kUnionsOpenApi};

const rules::Rule kUnionSpelling = {
    .id = "union-spelling",
    .what = "What is said of a union twice is the same.",
    .why =
        "fields and fields-to-discriminateBy are two names of one thing, as x-kubernetes-unions "
        "and the annotation structural.lint/unions are two places for it. Where they differ it is "
        "not known what is meant.",
    .fix = "Keep one of them, or make them say the same.",
    .section = &rules::kUnionsOpenApi};

const rules::Rule kUnionMember = {
    .id = "union-member",
    .what = "Members and discriminators of a union are properties of the same schema.",
    .why =
        "A union cannot span several objects. A field that the schema does not specify is pruned, "
        "and can be no member.",
    .fix = "Correct the name, or declare the union for the schema that has the field.",
    .section = &rules::kUnionsGoTags};

const rules::Rule kUnionMemberOptional = {
    .id = "union-member-optional",
    .what = "Members of a union are not required.",
    .why =
        "Of a union one field at most is set. Where a member is required every other one makes the "
        "object invalid, and what normalisation clears would be missed.",
    .fix = "Take the field out of required. The discriminator may be there.",
    .section = &rules::kUnionsGoTags};

const rules::Rule kUnionOverlap = {
    .id = "union-overlap",
    .what = "A field has one place in one union.",
    .why =
        "A field in two unions, or one that is both member and discriminator, would be cleared by "
        "one rule and kept by another.",
    .fix = "Leave the field in one of the two, or make one union of both.",
    .section = &rules::kUnionsGoTags};

const rules::Rule kUnionValue = {
    .id = "union-value",
    .what = "Each member of a union has a value of its own for the discriminator.",
    .why = "The value tells which field is meant: two members with one value cannot be told apart.",
    .fix = "Give each member a value that is not empty and no other one's: its name in Go, often.",
    .section = &rules::kUnionsOpenApi};

const rules::Rule kUnionDiscriminatorType = {
    .id = "union-discriminator-type",
    .what = "A discriminator is of type string.",
    .why = "It is set to the value of a member, which is a text.",
    .fix = "Name a property of type string, or give the property that type.",
    .section = &rules::kUnionsGoTags};

const rules::Rule kUnionWithoutDiscriminator = {
    .id = "union-without-discriminator",
    .what = "A union has a discriminator.",
    .why =
        "It lets a client say which field it means without knowing all the others, and shows when "
        "two clients want different ones. This is advice: the union can be used without.",
    .fix = "Add an optional property of type string and name it as the discriminator.",
    .section = &rules::kUnionsDiscriminator};

}  // namespace structural::lint
