// Outcome: how one reconciliation of a CRD ended.
//
// Upstream: controller-runtime pkg/internal/controller/controller.go reconcileHandler,
// pkg/reconcile/reconcile.go Result, TerminalError (0.25).
#pragma once

namespace structural::controller {

// The controller's name in metrics and logs.
inline constexpr const char* kControllerName = "nonstructuralschema";

enum class Outcome {
  kDone,
  kRequeue,        // again when no other waits
  kRequeueAfter,   // again at a time, whatever happened before
  kError,          // again after a wait that grows
  kTerminalError,  // not again: a repetition would change nothing before the CRD does
};

}  // namespace structural::controller
