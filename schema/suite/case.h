// Case: requests for one custom resource, and their expected results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/object_server.h"

namespace structural::suite {

// A request of a manager, and its expected results. All objects are JSON texts, empty if they are absent. Plain data.
struct ManagedRequest {
  admission::Verb verb = admission::Verb::kApply;
  std::string manager;
  std::string subresource;
  bool force = false;
  admission::FieldValidation field_validation = admission::FieldValidation::kStrict;
  std::string body;                 // the object or the merge patch
  std::vector<std::string> errors;  // parts of the message with which the server must refuse the request
  // Owners by field. An owner is written as a conflict names it; several owners are a list. An absent or null field has
  // no owner.
  std::string conflicts;  // all conflicts with which the server must refuse an apply
  std::string owners;     // owners of some fields after the request
  std::string expected;   // the stored object after the request, without fields that the server adds
  bool in_part = false;   // `expected` is only a part of the stored object
};

// One case of a suite. All objects are JSON texts; an empty text means that the object is absent. Plain data.
struct Case {
  std::string name;
  std::string initial;  // the object to create
  std::string updated;  // the object that then replaces `initial`
  // Parts of the message with which the server must refuse the last request. The message must contain all of them.
  std::vector<std::string> errors;
  std::vector<std::string> status_errors;  // like `errors`, for a following request to /status
  // The stored object after the last request, without fields that the server adds.
  std::string expected;
  // A JSON Patch for the CRD under which `initial` is created; empty: the CRD itself.
  std::string crd_patches;
  // Requests of several managers, each with its expected results. If not empty, they replace the requests above, and
  // `live` is the object that is stored before them.
  std::vector<ManagedRequest> requests;
  std::string live;
  bool in_part = false;  // `expected` is only a part of the stored object
  // Objects may omit apiVersion and kind. The status of each object is sent to /status if that subresource exists, and
  // `errors` may be those of that request.
  bool lenient = false;
  // Fields that the schema does not specify are refused, as with kubectl's strict field validation, except those that
  // `expected` shows to be dropped.
  bool strict = false;
};

// The requests of a case, in their order.
enum class Step { kCreate, kInitialStatus, kRestoreCrd, kUpdate, kUpdatedStatus, kPatch, kApply };

// Returns the name of a request for messages: "create", "update of the status", …
std::string_view NameOf(Step step);

// The wording of expected errors.
enum class Wording {
  kExact,  // only the wording of Kubernetes 1.37
  kOlder,  // also the wording of an older release (words.h)
};

}  // namespace structural::suite
