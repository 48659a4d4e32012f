// Observer: an interface that is notified of the reconciler's actions, for example to count them or to write Events.
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

// PlannedWrite: a write of a condition that is due. It has copies of all data that the write and the observers need, so
// the text of the CRD can be freed before the write.
struct PlannedWrite {
  PlannedWrite(const crd::CustomResourceDefinition& found, const crd::EvaluationResult& verdict, Decision decided)
      : name(found.metadata.name),
        uid(found.metadata.uid),
        resource_version(found.metadata.resource_version),
        generation(found.metadata.generation),
        version_count(found.versions.size()),
        violation_count(verdict.violations.size()),
        reason(verdict.condition ? verdict.condition->reason : ""),
        message(verdict.condition ? verdict.condition->message : ""),
        decision(std::move(decided)) {}

  // Returns the size of this object in memory, in bytes.
  std::size_t MemoryBytes() const {
    return sizeof *this + name.size() + uid.size() + resource_version.size() + message.size() + decision.patch.size();
  }
  // Returns the metadata of the CRD to write, as views of this object.
  crd::ObjectMeta Object() const { return {name, uid, resource_version, generation}; }

  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation;
  std::size_t version_count;
  std::size_t violation_count;
  std::string reason;   // reason of the new condition; empty if the condition is removed
  std::string message;  // message of the new condition
  Decision decision;
};

// The functions of an observer are called from the reconciler's threads, concurrently. Arguments are valid only during
// the call. The functions must not block or throw.
class Observer {
 public:
  virtual ~Observer() = default;

  // Called after a CRD was evaluated, also if the result is the same as before.
  virtual void OnEvaluated(const crd::CustomResourceDefinition&, const crd::EvaluationResult&) {}
  // Called if the condition is wrong, but must not be written now (ReconcilerOptions::may_write).
  virtual void OnWriteWithheld(const PlannedWrite&) {}
  // Called after the condition was written.
  virtual void OnWritten(const PlannedWrite&) {}
  // Called if the condition is wrong, but was written too often, so the next write must wait for this time. Called once
  // each time that the WriteBudget is used up.
  virtual void OnBackedOff(const PlannedWrite&, std::chrono::milliseconds) {}
  // Called if a request failed, or a CRD could not be decoded or evaluated.
  virtual void OnFailed(std::string_view /*name*/, const base::Error&) {}
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
  kRequeue,        // the CRD must be reconciled again, after all others
  kRequeueAfter,   // the CRD must be reconciled again at a given time
  kError,          // the CRD must be reconciled again after a wait, which increases with each error
  kTerminalError,  // the CRD must not be reconciled again until it changes
};

}  // namespace structural::controller
