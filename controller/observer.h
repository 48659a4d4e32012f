// Observer: is notified of the reconciler's actions. Metrics and Events are observers.
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

// PlannedWrite: a write of a condition that is due, with copies of all data of the CRD that the write
// and the observers need. So the text of the CRD can be freed before the write.
struct PlannedWrite {
  PlannedWrite(const crd::CustomResourceDefinition& found, const crd::EvaluationResult& verdict, Decision decided)
      : name(found.metadata.name),
        uid(found.metadata.uid),
        resource_version(found.metadata.resource_version),
        generation(found.metadata.generation),
        versions(found.versions.size()),
        violations(verdict.violations.size()),
        reason(verdict.condition ? verdict.condition->reason : ""),
        message(verdict.condition ? verdict.condition->message : ""),
        decision(std::move(decided)) {}

  // Returns the size of this object in memory, in bytes.
  std::size_t Bytes() const {
    return sizeof *this + name.size() + uid.size() + resource_version.size() + message.size() + decision.patch.size();
  }
  // Returns the CRD that the write is for. The result has views of this object.
  crd::ObjectMeta Object() const { return {name, uid, resource_version, generation}; }

  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation;
  std::size_t versions;
  std::size_t violations;
  std::string reason;   // reason of the new condition; empty if the condition is removed
  std::string message;  // message of the new condition
  Decision decision;
};

// Called from the workers' threads, concurrently. Arguments are valid during the call. Must not
// block or throw.
class Observer {
 public:
  virtual ~Observer() = default;

  // Called after a CRD was evaluated; `verdict` may be the same as before.
  virtual void OnEvaluated(const crd::CustomResourceDefinition&, const crd::EvaluationResult&) {}
  // Called if the condition is wrong, but must not be written now.
  virtual void OnWriteWithheld(const PlannedWrite&) {}
  // Called after the condition was written.
  virtual void Written(const PlannedWrite&) {}
  // Called if the condition is wrong, but was written too often, so that the next write must wait.
  // Called once each time that the budget is used up.
  virtual void BackedOff(const PlannedWrite&, std::chrono::milliseconds) {}
  // Called if a request failed, or the text could not be decoded.
  virtual void Failed(std::string_view /*name*/, const base::Error&) {}
  // Called if the CRD no longer exists.
  virtual void OnCrdDeleted(std::string_view /*name*/) {}

  // Returns an observer that does nothing.
  static Observer& None() {
    static Observer none;
    return none;
  }
};

// The controller's name in metrics and logs.
inline constexpr const char* kControllerName = "nonstructuralschema";

// Outcome: the result of one reconciliation of a CRD.
//
// Upstream: controller-runtime pkg/internal/controller/controller.go reconcileHandler,
// pkg/reconcile/reconcile.go Result, TerminalError (0.25).
enum class Outcome {
  kDone,
  kRequeue,        // reconcile the CRD again, after all others
  kRequeueAfter,   // reconcile the CRD again, at a given time
  kError,          // reconcile the CRD again, after a wait that increases
  kTerminalError,  // do not reconcile the CRD again until it changes
};

}  // namespace structural::controller
