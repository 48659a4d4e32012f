// Whether an API server accepts a CRD: all errors of Kubernetes' validation, in its wording, including those of CEL
// rules (expressions.h). release.h has the differences of older releases.
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

// A server's warning about a CRD that it accepts.
struct Warning {
  std::string_view rule;           // id from rule_ids.h; empty: `text` is base::kTruncated
  std::string text;                // the server's text
  std::vector<std::string> paths;  // affected paths, in the internal form
};

struct ValidationResult {
  crd::ApiVersion api_version;  // version of the new or updated CRD
  std::string name;
  // Errors with paths in the internal form (spec.validation if all versions share a schema). If they have more than 8
  // MiB of text, the last one is base::kTruncated.
  std::vector<kubernetes::Violation> errors = {};
  std::vector<Warning> warnings = {};  // in the server's order

  bool valid() const { return errors.empty(); }
};

// The server that validates.
struct Server {
  Release release = {};
  // Whether the CRD is a client's request, and the old one is stored by the server. Then the changes that a server
  // makes to every object are included (BeforeCreate, BeforeUpdate): a namespace is ignored, and an update does not
  // change generation, creation and deletion. Missing parts of the old status are added as a server writes them: the
  // condition Established, and the storage version as a stored version.
  bool as_request = false;
};

// A CRD as text, and optionally the result of crd::Decode or crd::DecodeItem for the text. For an item of a list, the
// result is required, because the item's text has no apiVersion and kind.
struct Text {
  Text(std::string_view of) : json(of) {}
  Text(const std::string& of) : json(of) {}
  Text(std::string_view of, const crd::CustomResourceDefinition& as) : json(of), decoded(&as) {}

  std::string_view json;
  const crd::CustomResourceDefinition* decoded = nullptr;
};

// Returns the message of the server's answer to a CRD that it refuses. Precondition: `verdict` has errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const ValidationResult& verdict);

// Validate the create or update of a CRD in v1 or v1beta1. The CRD is first changed as by the server's strategy: the
// status of a new CRD is ignored, that of an update is the stored one, and metadata that a client may omit is added.
// `arena` is working memory and is not referenced by the result. Pure; safe to call from several threads with one arena
// each.
//
// Errors: as crd::Decode; those of the stored CRD begin with "old: ".
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go, apis/apiextensions/validation/
// validation.go ValidateCustomResourceDefinition, ValidateCustomResourceDefinitionUpdate (v0.37.2).
base::Result<ValidationResult> ValidateCreate(const Text& crd, base::Arena& arena, Server server = {});
base::Result<ValidationResult> ValidateUpdate(const Text& crd, const Text& old, base::Arena& arena, Server server = {});

// Whether a server knows the format for a type, which may be empty. Older releases warn of fewer formats. Pure.
//
// Upstream: apiserver/validation/formats.go GetUnrecognizedFormats (v0.37.2).
bool IsRecognizedFormat(std::string_view type, std::string_view format, Release release = {});

// Whether a server can already have a CRD whose objects are checked. Plain data.
struct InstalledCrd {
  ValidationResult verdict;  // its errors are the reasons why this release would refuse a create of the CRD
  // Whether the CRD has errors, and all of them are about the costs of rules. An older release may have accepted such a
  // CRD.
  bool costs_too_much = false;

  // Whether no release can have accepted the CRD.
  bool refused() const { return !verdict.valid() && !costs_too_much; }
};

// Validates a CRD. `preserves`: whether the CRD has spec.preserveUnknownFields. No server creates such a CRD, so it is
// validated as an update of itself. Pure; `arena` is working memory. Errors: as ValidateCreate.
base::Result<InstalledCrd> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena);

}  // namespace structural::validate
