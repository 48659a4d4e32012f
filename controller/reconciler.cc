#include "controller/reconciler.h"

#include <glog/logging.h>

#include "controller/decide.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {
namespace {

using base::ErrorCode;

State StateOf(const crd::Verdict& verdict) {
  if (!verdict.condition) return State::kStructural;
  return verdict.condition->reason == "Violations" ? State::kNonStructural
                                                   : State::kStructuralError;
}

std::string PathOf(crd::ApiVersion version, const std::string& name) {
  return CrdCollection(version) + "/" + name;
}

}  // namespace

base::Result<PendingCrd> Reconciler::Fetch(const std::string& name, std::stop_token stop) {
  if (auto pending = store_.Take(name)) return *std::move(pending);
  const crd::ApiVersion version = api_.version();
  auto text = client_.Get(PathOf(version, name), stop);
  if (!text.ok()) return text.error();
  return PendingCrd{*std::move(text), version};
}

Reconciler::Result Reconciler::Reconcile(const std::string& name, std::stop_token stop) {
  if (!store_.Contains(name)) {
    Forget(name);
    return Outcome::kDone;
  }
  const auto found = Fetch(name, stop);
  if (found.ok()) return Judge(name, *found, stop);
  return OnFailed(name, found.error());
}

Reconciler::Result Reconciler::Judge(const std::string& name, const PendingCrd& found,
                                     std::stop_token stop) {
  base::Arena arena;
  const auto crd = crd::DecodeItem(found.text, found.asked_for, arena);
  if (!crd.ok()) {
    counters_.errors++;
    store_.SetState(name, State::kUnreadable);
    LOG(ERROR) << name << ": " << crd.error().message();
    return Outcome::kDone;
  }
  const crd::Verdict verdict = crd::Evaluate(*crd, arena);
  counters_.evaluations++;
  store_.SetState(name, StateOf(verdict));
  if (crd->metadata.deleting) return Outcome::kDone;
  const auto decision = Decide(*crd, verdict, Rfc3339(clock_.WallNow()));
  if (!decision) return Outcome::kDone;

  const auto written =
      client_.JsonPatch(PathOf(api_.version(), name) + "/status", decision->patch, stop);
  if (!written.ok()) return OnRefused(name, crd->metadata.resource_version, written.error());
  counters_.writes++;
  Forget(name);
  LOG(INFO) << name << ": NonStructuralSchema " << Name(decision->change) << ", generation "
            << crd->metadata.generation << ", " << crd->versions.size() << " version(s), "
            << verdict.violations.size() << " violation(s)";
  return Outcome::kDone;
}

Reconciler::Result Reconciler::OnRefused(const std::string& name, std::string_view resource_version,
                                         const base::Error& error) {
  if (error.code() == ErrorCode::kConflict) {
    counters_.conflicts++;
    return Outcome::kRetry;
  }
  if (error.code() != ErrorCode::kUnprocessable) return OnFailed(name, error);
  if (!RefusedBefore(name, resource_version)) {
    counters_.conflicts++;
    VLOG(1) << name << ": changed meanwhile; reading it again";
    return Outcome::kRetry;
  }
  counters_.errors++;
  LOG(ERROR) << name << ": the server refuses the condition: " << error.message();
  return Outcome::kDone;
}

Reconciler::Result Reconciler::OnFailed(const std::string& name, const base::Error& error) {
  if (error.code() == ErrorCode::kNotFound) {
    Forget(name);
    return Outcome::kDone;
  }
  if (error.code() == ErrorCode::kCancelled) return Outcome::kDone;
  counters_.errors++;
  LOG(ERROR) << name << ": " << error.message() << "; trying again";
  Result result = Outcome::kRetry;
  result.retry_after = error.retry_after();
  return result;
}

bool Reconciler::RefusedBefore(const std::string& name, std::string_view resource_version) {
  const std::lock_guard lock(mutex_);
  std::string& before = refused_at_[name];
  if (before == resource_version) return true;
  before = resource_version;
  return false;
}

void Reconciler::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  refused_at_.erase(name);
}

}  // namespace structural::controller
