// AdmissionRequest: the API server's request to an admission webhook.
//
// Upstream: k8s.io/api admission/v1 types.go AdmissionReview, AdmissionRequest (v0.37.2); v1beta1's
// is the same where it is read here.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::webhook {

// Views of the body and of the arena that it was read with.
struct AdmissionRequest {
  std::string_view api_version;  // "admission.k8s.io/v1" or "admission.k8s.io/v1beta1"
  std::string_view uid;
  std::string_view operation;  // "CREATE"
  std::string_view name;
  std::string_view group;         // API group of the resource: "apiextensions.k8s.io"
  std::string_view version;       // API version of the objects: "v1"
  std::string_view resource;      // "customresourcedefinitions"
  std::string_view kind;          // "CustomResourceDefinition"
  std::string_view sub_resource;  // "status"
  // Version of the API that the client used: that of requestKind, or of kind on servers before
  // 1.15.
  std::string_view requested_version;
  std::string_view user;
  std::string_view object;      // JSON text; empty: null or absent
  std::string_view old_object;  // JSON text before the change; empty: null or absent
  bool dry_run = false;
};

// Reads an AdmissionReview. kInvalidInput: the body is not an AdmissionReview of a known version, has
// no request or no uid, or has a uid of more than 1024 bytes, which the answer would repeat.
base::Result<AdmissionRequest> ReadAdmissionRequest(std::string_view body, base::Arena& arena);

// Returns whether an update changes only `metadata`, and `status` if the update ignores it.
// Compares bytes, because the API server writes both objects.
bool ChangesOnlyMetadata(const AdmissionRequest& request);

}  // namespace structural::webhook
