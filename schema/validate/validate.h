// ValidateCreate and ValidateUpdate check whether an API server accepts a CRD. They return all errors of Kubernetes'
// validation with Kubernetes' texts, including the errors of CEL rules (expressions.h). release.h lists the differences
// of older releases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/release.h"

namespace structural::validate {

// A warning that a server returns for a CRD that it accepts.
struct Warning {
  std::string_view rule;           // id of the warning, see rule_ids.h; empty if `text` is base::kTruncated
  std::string text;                // the server's text
  std::vector<std::string> paths;  // paths in the CRD that the warning is about, in the internal form
};

// The errors and warnings with which a server answers a create or update of a CRD. Owns its texts.
struct ValidationResult {
  crd::ApiVersion api_version;  // API version of the new or updated CRD
  std::string name;
  // Errors with paths in the internal form (spec.validation if all versions share a schema). If their texts have more
  // than 8 MiB, the list is incomplete, and the last error is base::kTruncated.
  std::vector<kubernetes::Violation> errors = {};
  std::vector<Warning> warnings = {};  // in the server's order

  bool valid() const { return errors.empty(); }
};

// Properties of the server whose validation is emulated.
struct Server {
  Release release = {};
  // true: the CRD is a client's request, and `old` is a stored CRD. Then validation also makes the changes that a
  // server makes to each object (BeforeCreate, BeforeUpdate): it removes the namespace, and an update keeps the
  // generation, the creation time and the deletion time of `old`. It removes managedFields that the server cannot read.
  // It completes the status of `old` as a server does, with the condition Established, and the storage version in
  // storedVersions. false: both CRDs are validated without these changes.
  bool as_request = false;
};

// The text of a CRD and, optionally, the result of crd::Decode or crd::DecodeItem for this text. For an item of a list,
// the result is required, because the item's text may have no apiVersion and kind.
struct CrdText {
  CrdText(std::string_view of) : json(of) {}
  CrdText(const std::string& of) : json(of) {}
  CrdText(std::string_view of, const crd::CustomResourceDefinition& as) : json(of), decoded(&as) {}

  std::string_view json;
  const crd::CustomResourceDefinition* decoded = nullptr;
};

// Returns the message of the server's answer to a CRD that it refuses. Precondition: `result` has errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const ValidationResult& result);

// ValidateCreate validates a new CRD, and ValidateUpdate an update, in v1 or v1beta1. First, both change the CRD as the
// server's strategy does: the status of a new CRD is ignored, an updated CRD gets the stored status, and metadata that
// a client may omit is added. `arena` is working memory, and the result does not point into it. Pure; safe to call from
// several threads if each has its own arena.
//
// Errors: those of crd::Decode. The message begins with "old: " if `old` cannot be decoded.
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go, apis/apiextensions/validation/
// validation.go ValidateCustomResourceDefinition, ValidateCustomResourceDefinitionUpdate (v0.37.2).
base::Result<ValidationResult> ValidateCreate(const CrdText& crd, base::Arena& arena, Server server = {});
base::Result<ValidationResult> ValidateUpdate(const CrdText& crd, const CrdText& old, base::Arena& arena,
                                              Server server = {});

// Whether a server of this release recognizes the format for a type, and therefore returns no warning. `type` may be
// empty. Older releases return warnings for fewer formats. Pure.
//
// Upstream: apiserver/validation/formats.go GetUnrecognizedFormats (v0.37.2).
bool IsRecognizedFormat(std::string_view type, std::string_view format, Release release = {});

// Whether a server can have accepted a CRD, possibly in an older release. Plain data.
struct InstalledCrd {
  // The result of creating the CRD in the newest release.
  ValidationResult result;
  // Whether the CRD has errors, and all of them are about the costs of CEL rules. An older release may have accepted
  // such a CRD.
  bool costs_too_much = false;

  // Whether the CRD has errors for which every release would refuse it.
  bool refused() const { return !result.valid() && !costs_too_much; }
};

// Returns whether a server can have accepted a CRD. `preserves`: whether the CRD has spec.preserveUnknownFields: true.
// No server accepts a new CRD with this field, so such a CRD is validated as an update of itself. Pure; `arena` is
// working memory. Errors: those of ValidateCreate.
base::Result<InstalledCrd> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena);

}  // namespace structural::validate
