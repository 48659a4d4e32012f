// Strategies: each fixes one kind of violation. Each is a source in this folder.
//
// In all functions, `at` is the JSON Pointer of the schema, and `root` is true for the root schema of a version.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/fix/work.h"

namespace structural::fix {

// BranchSchema: a branch of allOf, anyOf, oneOf or not, or the schema that a branch has for a field. It restricts the
// same value as a schema outside of the branches. A view: valid until the branch is changed.
struct BranchSchema {
  const json* schema;
  bool always;  // whether the schema applies to every value: it is only in branches of allOf
  // Whether the schema is inside a branch of the root schema; its fields must then also be specified outside of
  // branches
  bool completes_root;
  std::string at;  // JSON Pointer
};

using BranchSchemas = std::vector<BranchSchema>;
using BranchSchemasByProperty = std::map<std::string, BranchSchemas, std::less<>>;

// Returns `about`, followed by all branches of allOf, anyOf, oneOf and not of `schema`. `at` is the pointer of
// `schema`.
BranchSchemas WithBranches(const json& schema, const std::string& at, bool root, const BranchSchemas& about);

// Return the parts of `about` that restrict each property of the value, or the value's items.
BranchSchemasByProperty OfProperties(const BranchSchemas& about);
BranchSchemas OfItems(const BranchSchemas& about);

// Fixes one version's schema, from its root to the last field. `prunes`: whether a server drops fields that are
// specified only inside allOf, anyOf, oneOf and not.
void FixSchema(json& schema, const std::string& at, bool prunes, PlanContext& work);

// Sets the type of a schema that has none. The type follows from the schema's branches and enum, from `about`, or from
// the schema's type-specific keywords. Integers and strings together become x-kubernetes-int-or-string; any value
// becomes x-kubernetes-preserve-unknown-fields. `prunes`: see FixSchema.
void DecideType(json& schema, const std::string& at, bool root, bool prunes, const BranchSchemas& about,
                PlanContext& work);

// Fixes apiVersion, kind and metadata in the schema of a resource, and the keywords that the schema of an embedded
// resource must have. Does not change other schemas.
void FixResource(json& schema, const std::string& at, bool root, PlanContext& work);

// Removes keywords that have no structural form, or that a CRD must not have, from a schema, but not from the schemas
// inside it. Returns true if the schema accepts more than before.
bool FixUnsupported(json& schema, const std::string& at, PlanContext& work);

// Replaces a pattern that Go's regular expressions do not support by an equivalent one, or removes it if none exists.
// Returns true if the schema accepts more than before: a server accepts no string for an invalid pattern.
bool FixPattern(json& schema, const std::string& at, PlanContext& work);

// Removes from the branches of `schema` the keywords that are not allowed inside allOf, anyOf, oneOf and not. If the
// schema itself has the same restriction, the result is equivalent. Otherwise a branch accepts more than before. Then
// oneOf becomes anyOf and `not` is removed, because both would refuse values that they accepted before.
//
// Precondition: the schema and its fields have types.
void FixComposition(json& schema, const std::string& at, PlanContext& work);

// Returns [{type: integer}, {type: string}].
const json& IntOrStringForm();

// Whether a list is [{type: integer}, {type: string}], the only list of branches in anyOf that may have types.
bool IsIntOrString(const json& list);

// Removes the keywords that a schema inside allOf, anyOf, oneOf or not must not have: type, nullable, descriptions,
// defaults, additionalProperties and most extensions. `branch` is a branch, or the schema of a field in a branch; the
// fields of `branch` are not visited. `outer`, the schema of the same value outside of all branches, decides whether a
// removed keyword had an effect; null if it does not exist. `sees_null`: whether a server checks null with `branch`:
// true for a field in a branch, false for a branch itself. Returns true if `branch` accepts more than before.
bool FixBranch(json& branch, const json* outer, bool sees_null, const std::string& at, PlanContext& work);

// Removes metadata from the properties of a branch. Returns true if the branch accepts more than before.
bool DropMetadata(json& properties, const std::string& at, PlanContext& work);

// Fixes keys in x-kubernetes-list-map-keys that an item need not have, as `choices` request: a server refuses such keys
// in a new CRD. Reports keys for which `choices` request nothing, and keys that may be null, as needs-you: a stored CRD
// that already has them stays valid. Removes duplicate keys.
//
// Upstream: apis/apiextensions/validation/validation.go validateMapListKeysMapSet (v0.37.2).
void FixListMaps(json& crd, const Choices& choices, PlanContext& work);

// Fixes errors of a server's validation outside of the structural rules, and ignored fields, if the fix is unambiguous.
// Sets the storage version if only one version exists, and renames JSONPath of v1beta1 to jsonPath. Removes nullable
// from the root and a status without content. Adds the approval of a CRD in v1.
void FixRefusals(json& crd, const Choices& choices, PlanContext& work);

// Sets the annotation api-approved.kubernetes.io, which v1 requires in protected groups, as `choices` request, or
// reports it as needs-you.
//
// Upstream: apihelpers/helpers.go IsProtectedCommunityGroup, GetAPIApprovalState (v0.37.2).
void FixApproval(json& crd, const Choices& choices, PlanContext& work);

// Whether a server keeps fields that the schema does not specify: spec.preserveUnknownFields is true, or the CRD is in
// v1beta1, where true is the default.
bool PreservesUnknownFields(const json& crd);

// Sets spec.preserveUnknownFields to false and adds x-kubernetes-preserve-unknown-fields to every object in the schemas
// of the CRD, because the extension applies to one level only. Stored objects keep all fields and stay valid. Returns
// whether the change was allowed and made.
bool PreserveBySchema(json& crd, PlanContext& work);

}  // namespace structural::fix
