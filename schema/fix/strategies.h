// Strategies: what each does about one thing that is not structural. Each is a source in this folder.
//
// `at` is the JSON Pointer of the schema. `root`: it is the root of a version.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// Evidence: what junctors say of a value besides the schema that the value has.

// Borrows a branch of a junctor, or what stands in it for a field. Valid until that is changed.
struct Evidence {
  const json* schema;
  bool always;     // it applies to every value: only allOf is between
  bool complete;   // it is below a junctor of the root: its fields must be specified outside, too
  std::string at;  // its JSON Pointer
};

using EvidenceList = std::vector<Evidence>;

// All branches of the junctors of `schema`, which stands at `at`, and those of `about`, which come
// first. `root`: the schema is the root of a version.
EvidenceList WithBranches(const json& schema, const std::string& at, bool root,
                          const EvidenceList& about);

// What they say of a property, or of "items".
EvidenceList OfProperty(const EvidenceList& about, std::string_view key);
EvidenceList OfItems(const EvidenceList& about);

// One version's schema, from its root to its last field: changes what can be changed of it.
// `prunes`: fields that no schema outside of junctors names would be dropped.
void FixSchema(json& schema, const std::string& at, bool prunes, Work& work);

// Gives a schema without one its type: what its junctors and enumeration leave, what `about` says
// of it, or what its other keywords are for; x-kubernetes-int-or-string for integers and strings;
// or x-kubernetes-preserve-unknown-fields where any value is meant. `prunes` as in FixSchema.
void DecideType(json& schema, const std::string& at, bool root, bool prunes, const EvidenceList& about,
                Work& work);

// apiVersion, kind and metadata of a resource, and what an embedded one needs. Changes nothing
// where the schema is no resource.
void FixResource(json& schema, const std::string& at, bool root, Work& work);

// Keywords that have no structural form, or that a CRD must not have: removes them from a schema,
// not from those below it. True where less is demanded than before.
bool FixUnsupported(json& schema, const std::string& at, Work& work);

// Writes a pattern that Go's regular expressions do not have as Go writes it, where there is an
// equivalent; removes it otherwise. True where less is demanded than before: with such a pattern no
// string passes.
bool FixPattern(json& schema, const std::string& at, Work& work);

// What must not stand below allOf, anyOf, oneOf and not: removes from the branches of `schema` what
// is not allowed there. Where the schema itself says the same that changes nothing; elsewhere a
// check is lost, and then oneOf becomes anyOf and not is removed: with less in its branches either
// could refuse what it has let pass.
//
// Precondition: the schema has its type, and so have its fields.
void FixJunctors(json& schema, const std::string& at, Work& work);

// [{type: integer}, {type: string}].
const json& IntOrStringForm();

// Whether a list is [{type: integer}, {type: string}], which may stand below anyOf.
bool IsIntOrString(const json& list);

// One branch of a junctor, its own keywords, not those of its fields: removes what it must not say:
// type, nullable, descriptions, defaults, additionalProperties and most extensions. `outer` is the
// schema for the same value outside of all junctors, null where there is none. `sees_null`: it is
// asked about null, which the branch itself is not, but what it says of a field is. True where less
// is demanded than before.
bool FixBranch(json& branch, const json* outer, bool sees_null, const std::string& at, Work& work);

// Removes metadata from the properties of a branch.
bool DropMetadata(json& properties, const std::string& at, Work& work);

// Lists that are maps. Keys in x-kubernetes-list-map-keys that a server does not take in a new CRD,
// as an item need not have them, become what `choices` say; others are told as needs-you, and so
// are those that may be null. A CRD that has them already may keep them. A key that is named twice
// is named once.
//
// Upstream: apis/apiextensions/validation/validation.go validateMapListKeysMapSet (v0.37.2).
void FixListMaps(json& crd, const Choices& choices, Work& work);

// What a server refuses, or does not read, outside of the schemas' form, where only one thing can
// be meant: the storage version of one version, jsonPath under its name of v1beta1, nullable at the
// root, a status without content. And the approval of a CRD in v1.
void FixRefusals(json& crd, const Choices& choices, Work& work);

// The annotation api-approved.kubernetes.io, as v1 requires it in protected groups: as `choices`
// say, or told as needs-you.
//
// Upstream: apihelpers/helpers.go IsProtectedCommunityGroup, GetAPIApprovalState (v0.37.2).
void FixApproval(json& crd, const Choices& choices, Work& work);

// Whether the CRD stores fields that its schema does not name: spec.preserveUnknownFields says so,
// or it is v1beta1 and does not say otherwise.
bool PreservesUnknownFields(const json& crd);

// Switches that off, and keeps unknown fields by x-kubernetes-preserve-unknown-fields in every
// object that a schema of the CRD describes: the extension holds for one level only. Nothing that
// is stored is lost, and nothing is refused.
// -> whether it is done.
bool PreserveBySchema(json& crd, Work& work);

}  // namespace structural::fix
