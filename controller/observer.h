// Observer: is told what the reconciler did, as it happens. Metrics and Events plug in here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "controller/decide.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

// PlannedWrite: one write of the condition that is due, with all that is needed of the CRD once its
// text is gone.
struct PlannedWrite {
  PlannedWrite(const crd::CustomResourceDefinition& found, const crd::Verdict& verdict,
               Decision decided)
      : name(found.metadata.name),
        uid(found.metadata.uid),
        resource_version(found.metadata.resource_version),
        generation(found.metadata.generation),
        versions(found.versions.size()),
        violations(verdict.violations.size()),
        reason(verdict.condition ? verdict.condition->reason : ""),
        message(verdict.condition ? verdict.condition->message : ""),
        decision(std::move(decided)) {}

  // What it holds in memory.
  std::size_t Bytes() const {
    return sizeof *this + name.size() + uid.size() + resource_version.size() + message.size() +
           decision.patch.size();
  }
  // The object that it was planned for. Views into this.
  crd::ObjectMeta Object() const { return {name, uid, resource_version, generation}; }

  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation;
  std::size_t versions;
  std::size_t violations;
  std::string reason;   // of the condition that is wanted; empty: none is
  std::string message;  // likewise
  Decision decision;
};

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
  static Observer& None() {
    static Observer none;
    return none;
  }
};

// The controller's name in metrics and logs.
inline constexpr const char* kControllerName = "nonstructuralschema";

// Outcome: how one reconciliation of a CRD ended.
//
// Upstream: controller-runtime pkg/internal/controller/controller.go reconcileHandler,
// pkg/reconcile/reconcile.go Result, TerminalError (0.25).
enum class Outcome {
  kDone,
  kRequeue,        // again when no other waits
  kRequeueAfter,   // again at a time, whatever happened before
  kError,          // again after a wait that grows
  kTerminalError,  // not again: a repetition would change nothing before the CRD does
};

}  // namespace structural::controller
