// Observer: is told what the reconciler did, as it happens. Metrics and Events plug in here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "controller/planned_write.h"
#include "schema/base/error.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

// Called from the workers' threads, several at once. What is passed is valid during the call. Must
// not block and not throw.
class Observer {
 public:
  virtual ~Observer() = default;

  // A CRD was evaluated; `verdict` may be that of the last time.
  virtual void Judged(const crd::CustomResourceDefinition&, const crd::Verdict&) {}
  // The condition is not what it should be, and may not be written now.
  virtual void Withheld(const PlannedWrite&) {}
  // The condition was written.
  virtual void Written(const PlannedWrite&) {}
  // It should be written, but was written too often: not before `wait` has passed. Once for each
  // time that the budget is used up.
  virtual void BackedOff(const PlannedWrite&, std::chrono::milliseconds) {}
  // A request failed, or the text could not be decoded.
  virtual void Failed(std::string_view /*name*/, const base::Error&) {}
  // The CRD is gone.
  virtual void Gone(std::string_view /*name*/) {}

  // Does nothing.
  static Observer& None();
};

}  // namespace structural::controller
