// Whether an API server would take a CRD: all that Kubernetes' validation finds wrong with it, in
// its words, but for the expressions in x-kubernetes-validations (expressions.h). What an older
// release does otherwise is in release.h.
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

// What a server warns of in a CRD that it takes.
struct Warning {
  std::string_view rule;           // as in rule_ids.h; empty: base::kCutShort
  std::string text;                // as the server sends it
  std::vector<std::string> paths;  // in the internal form, of what it is about
};

struct Verdict {
  crd::ApiVersion api_version;  // of the CRD that is created or takes the other's place
  std::string name;
  // Each with its path in the internal form (spec.validation where all versions share a schema).
  // The first of them, and one that says so, where they have more than 8 MiB of text.
  std::vector<kubernetes::Violation> errors = {};
  std::vector<Warning> warnings = {};  // in the server's order

  bool valid() const { return errors.empty(); }
};

// The server that is asked.
struct Server {
  Release release = {};
  // Whether the CRD is what a client sends, and the old one what the server has stored. Then what it
  // does to every object is done, too (BeforeCreate, BeforeUpdate): a namespace is ignored, and an
  // update does not change generation, creation and deletion. What is missing in the status of the
  // old one is as a server writes it: it is established, and its storage version is a stored one.
  bool as_request = false;
};

// A CRD: its text, and what crd::Decode or crd::DecodeItem made of it, where somebody has done that
// already. An item of a list needs it, because its text does not say what it is.
struct Text {
  Text(std::string_view of) : json(of) {}
  Text(const std::string& of) : json(of) {}
  Text(std::string_view of, const crd::CustomResourceDefinition& as) : json(of), decoded(&as) {}

  std::string_view json;
  const crd::CustomResourceDefinition* decoded = nullptr;
};

// The message of the server's answer to a CRD that it refuses. Precondition: there are errors.
//
// Upstream: apimachinery pkg/api/errors NewInvalid (v0.37.2).
std::string StatusMessage(const Verdict& verdict);

// A CRD is in v1 or v1beta1. It is prepared as the server's strategy does it: of a new CRD
// the status does not count, that of an update is the stored one's, and what a client need not send
// of metadata is filled in. `arena` is working memory; nothing of it is in the result. Pure; safe
// to call from several threads with an arena each.
//
// Errors: as crd::Decode; those of the stored CRD begin with "old: ".
//
// Upstream: pkg/registry/customresourcedefinition/strategy.go, apis/apiextensions/validation/
// validation.go ValidateCustomResourceDefinition, ValidateCustomResourceDefinitionUpdate (v0.37.2).
base::Result<Verdict> ValidateCreate(const Text& crd, base::Arena& arena, Server server = {});
base::Result<Verdict> ValidateUpdate(const Text& crd, const Text& old, base::Arena& arena,
                                     Server server = {});

// Whether a server knows the format for a type, which may be empty; older releases warn of fewer.
// Pure.
//
// Upstream: apiserver/validation/formats.go GetUnrecognizedFormats (v0.37.2).
bool IsRecognizedFormat(std::string_view type, std::string_view format, Release release = {});

}  // namespace structural::validate
