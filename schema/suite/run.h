// The run of a case against a CRD.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/suite/case.h"
#include "schema/suite/store.h"

namespace structural::suite {

// The result of a case. Plain data.
struct Outcome {
  enum class Kind {
    kPassed,
    kRefused,         // the server refused a request that the case expects to be accepted
    kAccepted,        // the server accepted a request that the case expects to be refused
    kOtherError,      // the server refused the request for another reason than expected
    kOtherObject,     // the stored object differs from the expected one
    kNoStatus,        // the case expects that the status is refused, but no status was sent
    kOtherConflicts,  // the server refused an apply with other conflicts than expected
    kOtherOwners,     // the fields have other owners than expected
  };

  Kind kind = Kind::kPassed;
  bool has_older_wording = false;  // whether an expected error has an older release's wording
  Step step = Step::kCreate;       // kind of the last request
  std::size_t last_request = 0;    // index of the last request in Case::requests
  // The expected and the actual message. For kOtherObject: the objects as JSON texts; for kOtherConflicts and
  // kOtherOwners: JSON texts as in ManagedRequest. Empty if the case has no such message.
  std::string wanted;
  std::string got;
  // For a failed case: `errors` are the errors of the last request. If that request was accepted, `stored` is the
  // stored object, as a JSON text.
  std::vector<std::string> errors = {};
  std::string stored = {};
  std::string conflicts = {};             // conflicts of a refused apply, as in ManagedRequest
  std::vector<std::string> unknown = {};  // the unknown fields because of which the last request was refused
  std::size_t requests = 0;               // number of the requests that were sent

  bool passed() const { return kind == Kind::kPassed; }
};

// The CRD of a case, and the patched CRD that the server has while the first object is created. Both are the same if
// the case does not patch its CRD.
struct Endpoints {
  Endpoint current;
  Endpoint initial;
};

// Runs a case. `arena` is working memory. Preconditions: the objects of the case are JSON objects; if the case has
// `requests`, Endpoint::applicable is not null.
Outcome Run(const Case& test, const Endpoints& endpoints, Wording words, base::Arena& arena);

// Runs the ManagedRequests of a case. Resets the arena before each of them.
Outcome RunRequests(const Case& test, const Endpoint& endpoint, Wording words, base::Arena& arena);

}  // namespace structural::suite
