// Case: requests for one custom resource, and the expected results of these requests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/object_server.h"

namespace structural::suite {

// A request of a field manager, and its expected results. The objects are JSON texts; an empty text means that the
// object is absent. Plain data.
struct ManagedRequest {
  admission::Verb verb = admission::Verb::kApply;
  std::string manager;
  std::string subresource;
  bool force = false;
  admission::FieldValidation field_validation = admission::FieldValidation::kStrict;
  std::string body;  // the object in the request, or the merge patch
  // the server must refuse the request with a message that contains all of these texts
  std::vector<std::string> errors;
  // `conflicts` and `owners` are JSON objects: the key is the path of a field, the value its owner, in the form in
  // which a conflict names it. If a field has several owners, the value is a list. null means that the field has no
  // owner.
  std::string conflicts;      // all conflicts with which the server must refuse an apply; empty if none are expected
  std::string owners;         // the owners of some fields after the request; other fields are not checked
  std::string expected;       // the stored object after the request, without the fields that the server sets
  bool expects_part = false;  // whether `expected` is only a part of the object; other fields are not checked
};

// A case of a suite. The objects are JSON texts; an empty text means that the object is absent. Plain data.
struct Case {
  std::string name;
  std::string initial;  // the object to create
  std::string updated;  // the object that then replaces `initial`
  // The server must refuse the last request with a message that contains all of these texts. If the list is empty, the
  // server must accept the request.
  std::vector<std::string> errors;
  std::vector<std::string> status_errors;  // like `errors`, for the request to /status that follows
  // The stored object after the last request, without the fields that the server sets.
  std::string expected;
  // A JSON Patch for the CRD. `initial` is created while the server has the patched CRD; then the CRD itself is
  // restored. Empty: the CRD is not patched.
  std::string crd_patches;
  // Requests of several field managers, each with its expected results. If the list is not empty, only these requests
  // are sent: `initial` and `updated` are not. `live` is the object that is stored before the first request.
  std::vector<ManagedRequest> requests;
  std::string live;
  bool expects_part = false;  // as in ManagedRequest
  // Whether objects may omit apiVersion and kind. If they may and the CRD has the subresource status, the status of
  // each object is also sent to /status, and the server may refuse this request with `errors` instead of the previous
  // one.
  bool lenient = false;
  // Whether the server refuses fields that the schema does not specify, as with kubectl's strict field validation. It
  // does not refuse fields that it must drop according to `expected`.
  bool strict = false;
};

// The kinds of requests of a case. A case without ManagedRequests sends some of the first five, in this order.
enum class Step { kCreate, kInitialStatus, kRestoreCrd, kUpdate, kUpdatedStatus, kPatch, kApply };

// Returns the name of a request for messages: "create", "update of the status", …
std::string_view NameOf(Step step);

// The wordings that an expected error may have.
enum class Wording {
  kExact,  // only the wording of Kubernetes 1.37
  kOlder,  // also the wording of an older release (words.h)
};

}  // namespace structural::suite
