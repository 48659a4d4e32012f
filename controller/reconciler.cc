#include "controller/reconciler.h"

#include <glog/logging.h>

#include "controller/log_fields.h"
#include "controller/recover.h"
#include "schema/crd/meta.h"

namespace structural::controller {
namespace {

using base::ErrorCode;

State StateOf(const crd::EvaluationResult& verdict) {
  if (!verdict.condition) return State::kStructural;
  return verdict.condition->reason == "Violations" ? State::kNonStructural : State::kStructuralError;
}

std::string PathOf(crd::ApiVersion version, const std::string& name) { return CrdCollection(version) + "/" + name; }

// Returns the error for a successful response that is not the requested object, such as the page of a proxy.
base::Error UnexpectedResponse(const std::string& path) {
  return {ErrorCode::kServerError, path + ": the response is not the requested object"};
}

base::Error TooLarge(const char* why) { return {ErrorCode::kLimitExceeded, why}; }

constexpr std::string_view kTryingAgain = "retrying";
// Upstream: apiserver/pkg/server/config.go MaxRequestBodyBytes (v0.37.2)
constexpr std::size_t kMaxMessageBytes = std::size_t{3} << 20;
// Number of copies of the message in memory during a write: in the write, in the patch, and in the buffers of the HTTP
// library.
constexpr std::size_t kPatchCopies = 7;

std::size_t EstimateWriteCost(const PlannedWrite& write) { return write.decision.patch.size() * kPatchCopies; }

// Returns whether the server may have applied a request that failed with this code.
bool MayBeApplied(ErrorCode code) {
  return code == ErrorCode::kServerError || code == ErrorCode::kUnavailable || code == ErrorCode::kTimeout ||
         code == ErrorCode::kCancelled;
}

}  // namespace

base::Result<PendingCrd> Reconciler::Fetch(const std::string& name, std::stop_token stop) {
  const crd::ApiVersion version = api_.version();
  const std::string path = PathOf(version, name);
  auto text = client_.Get(path, stop);
  if (!text.ok()) return text.error();
  const auto meta = crd::ReadMeta(*text, version);
  if (!meta.ok() || meta->name != name) return UnexpectedResponse(path);
  return PendingCrd{*std::move(text), version};
}

Reconciler::Result Reconciler::Reconcile(const std::string& name, std::stop_token stop) {
  const LogFields about({{"controller", kControllerName}, {"crd", name}});
  Result result = Outcome::kError;
  const auto thrown = Recover([&] { result = ReconcileOnce(name, stop); });
  return thrown ? OnPanic(name, *thrown) : result;
}

Reconciler::Result Reconciler::OnPanic(const std::string& name, const std::string& what) {
  counters_.panics++;
  store_.SetState(name, State::kUnreadable);
  Report(name, base::Error(ErrorCode::kInternal, "panic: " + what + " [recovered]"), kTryingAgain);
  Result result = Outcome::kError;
  result.panicked = true;
  return result;
}

Reconciler::Result Reconciler::ReconcileOnce(const std::string& name, std::stop_token stop) {
  if (!store_.Contains(name)) {
    OnCrdDeleted(name);
    return Outcome::kDone;
  }
  const Planned planned = TakePlanned(name);
  if (const auto pending = store_.Pop(name)) return EvaluateCrd(name, *pending, !planned.waited, stop);
  if (planned.write) {
    const auto share = evaluation_budget_.Reserve(EstimateWriteCost(*planned.write), stop);
    return share == nullptr ? Result(Outcome::kDone) : Write(*planned.write, stop);
  }
  const auto found = Fetch(name, stop);
  if (found.ok()) return EvaluateCrd(name, *found, false, stop);
  return OnFailed(name, found.error());
}

// Decodes the CRD, and sets `share` to the reserved memory for its evaluation. kCancelled: a stop was requested.
base::Result<crd::CustomResourceDefinition> Reconciler::DecodeInBudget(const PendingCrd& found, base::Arena& arena,
                                                                       std::unique_ptr<EvaluationBudget::Share>& share,
                                                                       std::stop_token stop) {
  std::size_t cost = EvaluationBudget::EstimateCost(found.text);
  std::size_t limit = cost == 0 ? crd::kNoLimit : cost;
  const auto count = [&] {
    cost = EvaluationBudget::CountCost(found.text);
    limit = crd::kNoLimit;
  };
  if (!evaluation_budget_.Fits(cost)) count();
  while (evaluation_budget_.Fits(cost)) {
    share = evaluation_budget_.Reserve(evaluation_budget_.WithViolations(cost), stop);
    if (share == nullptr) return base::Error(ErrorCode::kCancelled, "stopped");
    auto crd = crd::DecodeItem(found.text, found.default_version, arena, limit);
    if (crd.ok() || limit == crd::kNoLimit || crd.error().code() != ErrorCode::kLimitExceeded) return crd;
    arena.Reset();
    share.reset();
    count();
  }
  return TooLarge("the schemas have too many parts");
}

// Evaluates a CRD, and writes its condition if it is wrong. `may_wait`: the write can be postponed until other CRDs are
// evaluated. It is false if a write of this CRD was postponed before.
Reconciler::Result Reconciler::EvaluateCrd(const std::string& name, const PendingCrd& found, bool may_wait,
                                           std::stop_token stop) {
  std::unique_ptr<EvaluationBudget::Share> share;
  base::Arena arena;
  const auto crd = DecodeInBudget(found, arena, share, stop);
  if (!crd.ok() && crd.error().code() == ErrorCode::kCancelled) return Outcome::kDone;
  if (!crd.ok()) return FailEvaluation(name, crd.error());
  const LogFields about({{"uid", std::string(crd->metadata.uid)}, {"generation", crd->metadata.generation}});
  crd::EvaluationResult verdict = remove_conditions_ ? crd::EvaluationResult() : crd::Evaluate(*crd, arena);
  counters_.evaluations++;
  store_.SetState(name, StateOf(verdict));
  observer_.OnEvaluated(*crd, verdict);
  SetUnwritten(name, false);
  if (crd->metadata.deleting) return Outcome::kDone;
  if (verdict.condition && verdict.condition->message.size() > kMaxMessageBytes) {
    return SkipUntilChanged(name, TooLarge("the condition is larger than the server's limit"));
  }
  auto decision = Decide(*crd, verdict, Rfc3339(clock_.WallNow()));
  if (!decision) return Outcome::kDone;
  PlannedWrite write(*crd, verdict, *std::move(decision));
  verdict = {};
  arena.Reset();
  share->Shrink(EstimateWriteCost(write));
  if (may_wait && others_wait_ && others_wait_()) return WriteAfterOthers(std::move(write));
  return Write(write, stop);
}

Reconciler::Result Reconciler::FailEvaluation(const std::string& name, const base::Error& error) {
  store_.SetState(name, State::kUnreadable);
  return SkipUntilChanged(name, error);
}

Reconciler::Result Reconciler::SkipUntilChanged(const std::string& name, const base::Error& error) {
  Report(name, error, "skipped until the CRD changes");
  return Outcome::kTerminalError;
}

// Returns whether the write is allowed now. If not, records the CRD in unwritten_. Checks again after that, because
// OnStartedLeading may have read unwritten_ just before the CRD was recorded.
bool Reconciler::MayWrite(const PlannedWrite& write) {
  if (!may_write_ || may_write_()) return true;
  SetUnwritten(write.name, true);
  if (may_write_()) {
    SetUnwritten(write.name, false);
    return true;
  }
  VLOG(1) << "NonStructuralSchema would be " << controller::Name(write.decision.change);
  observer_.OnWriteWithheld(write);
  return false;
}

Reconciler::Result Reconciler::BackOff(const PlannedWrite& write, const WriteBudget::Refusal& refusal) {
  if (refusal.is_first) {
    const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(refusal.until - clock_.Now());
    counters_.backed_off++;
    LOG(WARNING) << "NonStructuralSchema was written too often in this generation, because another "
                    "controller also writes it; next write in "
                 << std::chrono::ceil<std::chrono::seconds>(wait).count() << " s";
    observer_.OnBackedOff(write, wait);
  }
  Result result = Outcome::kRequeueAfter;
  result.at = refusal.until;
  return result;
}

Reconciler::Result Reconciler::WriteAfterOthers(PlannedWrite write) {
  const std::size_t bytes = write.MemoryBytes();
  const std::lock_guard lock(mutex_);
  std::optional<PlannedWrite>& planned = planned_[write.name];  // new, because TakePlanned has removed an older one
  if (planned_bytes_ + bytes <= max_planned_bytes_) {
    planned_bytes_ += bytes;
    planned = std::move(write);
  }
  return Outcome::kRequeue;
}

Reconciler::Planned Reconciler::TakePlanned(const std::string& name) {
  const std::lock_guard lock(mutex_);
  auto planned = planned_.extract(name);
  if (planned.empty()) return {};
  if (planned.mapped()) planned_bytes_ -= planned.mapped()->MemoryBytes();
  return {true, std::move(planned.mapped())};
}

Reconciler::Result Reconciler::Write(const PlannedWrite& write, std::stop_token stop) {
  const LogFields about({{"uid", write.uid}, {"generation", write.generation}, {"reason", write.reason}});
  if (!MayWrite(write)) return Outcome::kDone;
  const crd::ObjectMeta object = write.Object();
  if (const auto refusal = budget_.Check(object)) return BackOff(write, *refusal);
  const std::string path = PathOf(api_.version(), write.name) + "/status";
  bool withheld = false;  // the write became forbidden while it waited, for example because the Lease was lost
  const auto may_send = [&] {
    withheld = !MayWrite(write);
    return !withheld;
  };
  auto answer =
      client_.JsonPatch(path, write.decision.patch, stop, {kube::Client::WriteAnswer::kMetadata, abort_, may_send});
  if (withheld) return Outcome::kDone;
  if (answer.ok() && !crd::ReadResourceVersion(*answer).ok()) answer = UnexpectedResponse(path);
  if (answer.ok() || MayBeApplied(answer.error().code())) budget_.RecordWrite(object);
  if (!answer.ok()) return OnRefused(object, answer.error());
  return OnWritten(write, *answer);
}

Reconciler::Result Reconciler::OnWritten(const PlannedWrite& write, std::string_view answer) {
  counters_.writes++;
  if (const auto version = crd::ReadResourceVersion(answer); version.ok())
    store_.Assume(write.name, write.resource_version, *version);
  Forget(write.name);
  LOG(INFO) << "NonStructuralSchema " << controller::Name(write.decision.change) << ", " << write.version_count
            << " version(s)"
            << (remove_conditions_ ? "" : ", " + std::to_string(write.violation_count) + " violation(s)");
  observer_.OnWritten(write);
  Result result = Outcome::kDone;
  result.wrote = true;
  return result;
}

Reconciler::Result Reconciler::OnRefused(const crd::ObjectMeta& object, const base::Error& error) {
  const std::string name(object.name);
  const ErrorCode code = error.code();
  const bool too_large = code == ErrorCode::kLimitExceeded;
  if (code != ErrorCode::kConflict && code != ErrorCode::kUnprocessable && !too_large) return OnFailed(name, error);
  if (!too_large && (code == ErrorCode::kConflict || !RefusedBefore(name, object.resource_version))) {
    counters_.conflicts++;
    VLOG(1) << "the CRD changed meanwhile; reading it again";
    return Outcome::kError;
  }
  return SkipUntilChanged(name, error.In("the server refuses the condition"));
}

Reconciler::Result Reconciler::OnFailed(const std::string& name, const base::Error& error) {
  if (error.code() == ErrorCode::kNotFound) {
    Forget(name);
    return store_.Contains(name) ? Outcome::kError : Outcome::kDone;
  }
  if (error.code() == ErrorCode::kCancelled) return Outcome::kDone;
  Report(name, error, kTryingAgain);
  Result result = Outcome::kError;
  result.retry_after = error.retry_after();
  return result;
}

void Reconciler::Report(const std::string& name, const base::Error& error, std::string_view then) {
  counters_.errors++;
  const std::string& reason = error.reason();
  const LogFields about({{"reason", reason.empty() ? std::string(base::ErrorCodeName(error.code())) : reason}});
  LOG(ERROR) << error.message() << "; " << then;
  observer_.OnFailed(name, error);
}

void Reconciler::OnCrdDeleted(const std::string& name) {
  Forget(name);
  TakePlanned(name);
  SetUnwritten(name, false);
  budget_.Forget(name);
  observer_.OnCrdDeleted(name);
}

bool Reconciler::RefusedBefore(const std::string& name, std::string_view resource_version) {
  const std::lock_guard lock(mutex_);
  std::string& before = refused_at_[name];
  if (before == resource_version) return true;
  before = resource_version;
  return false;
}

std::size_t Reconciler::planned_bytes() const {
  const std::lock_guard lock(mutex_);
  return planned_bytes_;
}

std::set<std::string> Reconciler::Unwritten() const {
  const std::lock_guard lock(mutex_);
  return unwritten_;
}

void Reconciler::SetUnwritten(const std::string& name, bool is) {
  const std::lock_guard lock(mutex_);
  if (is) {
    unwritten_.insert(name);
  } else {
    unwritten_.erase(name);
  }
}

void Reconciler::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  refused_at_.erase(name);
}

}  // namespace structural::controller
