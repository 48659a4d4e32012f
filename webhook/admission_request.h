// AdmissionRequest: the API server's request to an admission webhook.
//
// Upstream: k8s.io/api admission/v1 types.go AdmissionReview, AdmissionRequest (v0.37.2). The fields that are read here
// are the same in v1beta1.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::webhook {

// Has views of the body of the request and of the arena that was passed to ReadAdmissionRequest.
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
  // API version that the client used: that of requestKind. Servers before 1.15 do not send requestKind; then it is the
  // version of kind.
  std::string_view requested_version;
  std::string_view user;
  std::string_view object;      // the new object as JSON; empty if it is null or absent
  std::string_view old_object;  // the stored object as JSON; empty if it is null or absent
  bool dry_run = false;
};

// Reads an AdmissionReview. kInvalidInput: the body is not an AdmissionReview of a known version, or has no request.
// Also kInvalidInput if the uid is missing, or has more than 1024 bytes: the answer must repeat it.
base::Result<AdmissionRequest> ReadAdmissionRequest(std::string_view body, base::Arena& arena);

// Returns whether an update changes only `metadata`. Ignores changes of `status` if the request itself cannot change
// it. Compares bytes, which is enough because the API server writes both objects.
bool ChangesOnlyMetadata(const AdmissionRequest& request);

}  // namespace structural::webhook
