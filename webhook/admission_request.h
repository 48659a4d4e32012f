// AdmissionRequest: what the API server asks an admission webhook.
//
// Upstream: k8s.io/api admission/v1 types.go AdmissionReview, AdmissionRequest (v0.37.2); v1beta1's
// is the same where it is read here.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::webhook {

// Views into the body and the arena it was read with.
struct AdmissionRequest {
  std::string_view api_version;  // "admission.k8s.io/v1" or "admission.k8s.io/v1beta1"
  std::string_view uid;
  std::string_view operation;  // "CREATE"
  std::string_view name;
  std::string_view group;         // of the resource: "apiextensions.k8s.io"
  std::string_view version;       // that the objects are in: "v1"
  std::string_view resource;      // "customresourcedefinitions"
  std::string_view kind;          // "CustomResourceDefinition"
  std::string_view sub_resource;  // "status"
  // The version of the API that the client used: requestKind's, or kind's on servers before 1.15.
  std::string_view asked_for;
  std::string_view user;
  std::string_view object;      // JSON text; empty: null or absent
  std::string_view old_object;  // the same
  bool dry_run = false;
};

// kInvalidInput: no AdmissionReview of a version that is known, or one without a request or a uid,
// or with a uid of more than 1024 bytes, as the answer repeats it.
base::Result<AdmissionRequest> ReadAdmissionRequest(std::string_view body, base::Arena& arena);

// Whether an update leaves all members but `metadata`, and the `status` that an update of the object ignores, as they
// are stored: byte by byte, as the API server writes both objects.
bool ChangesOnlyMetadata(const AdmissionRequest& request);

}  // namespace structural::webhook
