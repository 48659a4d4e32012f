#include "controller/controller.h"

#include <random>
#include <thread>
#include <vector>

#include <glog/logging.h>

#include "controller/reflector.h"
#include "kube/wait.h"

namespace structural::controller {
namespace {

// What the reflector sees goes into the store, and its name into the queue.
class Intake : public ReflectorHandler {
 public:
  Intake(Store& store, WorkQueue& queue, std::function<void()> on_listed)
      : store_(store), queue_(queue), on_listed_(std::move(on_listed)) {}

  void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) override {
    if (store_.Offer(meta, text, stop)) queue_.Add(meta.name);
  }

  void OnDeleted(const std::string& name) override {
    VLOG(1) << name << ": deleted";
    store_.Remove(name);
    queue_.Add(name);  // lets the reconciler forget it
  }

  void OnListed(const std::set<std::string>& names) override {
    store_.KeepOnly(names);
    LOG(INFO) << "watching " << names.size() << " CustomResourceDefinitions";
    on_listed_();
  }

 private:
  Store& store_;
  WorkQueue& queue_;
  std::function<void()> on_listed_;
};

ReflectorOptions MachineOptions() {
  return {.sleep = kube::SleepFor, .random = [] {
            thread_local std::minstd_rand engine(std::random_device{}());
            return std::uniform_real_distribution<>(0, 1)(engine);
          }};
}

}  // namespace

Controller::Controller(kube::Client& client, Clock& clock, ControllerOptions options)
    : client_(client),
      clock_(clock),
      options_(options),
      api_(client),
      queue_(clock),
      reconciler_(client, api_, store_, clock, counters_, options.reconciler) {}

void Controller::Work(std::stop_token stop) {
  while (const auto name = queue_.Get()) {
    const Reconciler::Result result = reconciler_.Reconcile(*name, stop);
    if (result.outcome == Reconciler::Outcome::kRetry) {
      queue_.AddRateLimited(*name, result.retry_after);
    } else {
      queue_.Forget(*name);
      if (result.outcome == Reconciler::Outcome::kLater) queue_.AddAt(*name, result.at);
    }
    queue_.Done(*name);
    AnnounceSync();
  }
}

void Controller::AnnounceSync() {
  if (announced_ || !listed_ || !store_.AllJudged() || announced_.exchange(true)) return;
  const StoreTotals totals = store_.Totals();
  LOG(INFO) << totals.crds << " evaluated: " << totals.structural << " structural, "
            << totals.non_structural << " non-structural, " << totals.structural_error
            << " without structural form";
}

void Controller::Run(std::stop_token stop) {
  const std::stop_callback shut_down(stop, [this] { queue_.ShutDown(); });
  std::vector<std::jthread> workers;
  for (int i = 0; i < options_.workers; ++i) workers.emplace_back([this, stop] { Work(stop); });
  Intake intake(store_, queue_, [this] {
    listed_ = true;
    AnnounceSync();
  });
  Reflector(client_, api_, intake, clock_, MachineOptions()).Run(stop);
  workers.clear();
  LOG(INFO) << "stopped: " << counters_.writes << " writes, " << counters_.evaluations
            << " evaluations, " << counters_.conflicts << " conflicts, " << counters_.errors
            << " errors";
}

}  // namespace structural::controller
