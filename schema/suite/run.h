// Running a case against a CRD.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/suite/case.h"
#include "schema/suite/store.h"

namespace structural::suite {

// What came of a case. Plain data.
struct Outcome {
  enum class Kind {
    kPassed,
    kRefused,      // the request shall be accepted
    kAccepted,     // it shall be refused
    kOtherError,   // with another message
    kOtherObject,  // what is stored differs
    kNoStatus,     // it shall be refused with a status, and there is none to send
  };

  Kind kind = Kind::kPassed;
  bool older_words = false;  // an expected error is in an older release's
  Step step = Step::kCreate;  // the last request
  // Messages, or the JSON of objects for kOtherObject; empty where there is none.
  std::string wanted;
  std::string got;
  // Of a failure: the errors of the last request, or where it has none the JSON of what is stored.
  std::vector<std::string> errors = {};
  std::string stored = {};
  std::vector<std::string> unknown = {};  // the fields for which the last request was refused
  std::size_t requests = 0;

  bool passed() const { return kind == Kind::kPassed; }
};

// The CRD that a case is about, and the one under which its first object is created.
struct Endpoints {
  Endpoint now;
  Endpoint initial;
};

// `arena` is working memory. Precondition: the objects of the case are JSON objects.
Outcome Run(const Case& test, const Endpoints& endpoints, Words words, base::Arena& arena);

}  // namespace structural::suite
