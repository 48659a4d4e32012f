// A case of a test suite for a CRD: requests for one object, and what shall come of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::suite {

// All are JSON objects; an empty text: there is none. Plain data.
struct Case {
  std::string name;
  std::string initial;  // is created
  std::string updated;  // then takes its place
  // What the server refuses the last request with: parts of its message, all of them.
  std::vector<std::string> errors;
  std::vector<std::string> status_errors;  // the same of the request to /status behind it
  // What is stored in the end, without what the server adds.
  std::string expected;
  // A JSON Patch of the CRD under which `initial` is created; empty: none.
  std::string crd_patches;
  bool in_part = false;        // `expected` is a part of what is stored
  // Objects need no apiVersion and kind, the status of each is sent, where there is such a
  // subresource, and `errors` may be of it.
  bool terse = false;
  // A field that the schema does not have is refused, as kubectl asks a server to, but for one that
  // `expected` shows to be dropped.
  bool strict = false;
};

// The requests of a case, in their order.
enum class Step { kCreate, kInitialStatus, kRestoreCrd, kUpdate, kUpdatedStatus };

// "create", "update of the status", and so on, for people.
std::string_view NameOf(Step step);

// The words that an expected error may have.
enum class Words {
  kExact,  // Kubernetes 1.37's own
  kOlder,  // or an older release's (words.h)
};

}  // namespace structural::suite
