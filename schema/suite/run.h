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
    kRefused,      // the server refused a request that the case expects to be accepted
    kAccepted,     // the server accepted a request that the case expects to be refused
    kOtherError,   // the server refused the request with another message than expected
    kOtherObject,  // the stored object differs from `expected`
    kNoStatus,     // the case expects a refused status, but the object has no status
    kOtherConflicts,
    kOtherOwners,
  };

  Kind kind = Kind::kPassed;
  bool older_words = false;   // an expected error has an older release's wording
  Step step = Step::kCreate;  // the last request
  std::size_t request = 0;    // index of the last one of Case::requests
  // The expected and the actual messages; for kOtherObject, the objects as JSON; for kOtherConflicts and kOtherOwners,
  // JSON as in ManagedRequest. Empty if the case has none.
  std::string wanted;
  std::string got;
  // The errors of a failed case's last request, or the stored object as JSON if that request was accepted.
  std::vector<std::string> errors = {};
  std::string stored = {};
  std::string conflicts = {};             // conflicts of a failed apply, as in ManagedRequest
  std::vector<std::string> unknown = {};  // unknown fields for which the last request was refused
  std::size_t requests = 0;

  bool passed() const { return kind == Kind::kPassed; }
};

// The CRD of a case, and the CRD under which its first object is created.
struct Endpoints {
  Endpoint now;
  Endpoint initial;
};

// Runs a case. `arena` is working memory. Preconditions: the objects of the case are JSON objects; endpoints of a case
// with `requests` are applicable.
Outcome Run(const Case& test, const Endpoints& endpoints, Wording words, base::Arena& arena);

// Runs the requests of a case. Resets the arena for each.
Outcome RunRequests(const Case& test, const Endpoint& endpoint, Wording words, base::Arena& arena);

}  // namespace structural::suite
