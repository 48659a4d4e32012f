// Tests of the complete controller on an API server in memory.
#include "controller/controller.h"

#include <algorithm>
#include <future>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_transport.h"
#include "test/support/forwarding_transport.h"

namespace structural::controller {
namespace controller_test {

using nlohmann::json;

std::string PathOf(const std::string& name) { return CrdCollection(crd::ApiVersion::kV1) + "/" + name; }

// Returns a CRD with violations, which needs the condition.
json Crd(const std::string& name) {
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", name}, {"uid", "u"}, {"resourceVersion", "1"}}},
          {"spec", {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", json::object()}}}}}}}}};
}

class ControllerTest : public testing::Test {
 protected:
  bool HasCondition(const std::string& name) const {
    const json crd = json::parse(*server_.Object(PathOf(name)));
    return crd.contains("/status/conditions/0"_json_pointer);
  }

  test::FakeTransport server_;
  kube::Client client_{server_};
};

TEST_F(ControllerTest, OneRunWaitsUntilItMayWrite) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  std::atomic<bool> leads = false;
  ControllerOptions options;
  options.once = true;
  options.reconciler.may_write = [&] { return leads.load(); };
  Controller controller(client_, Clock::OfMachine(), options);
  std::jthread run([&] { EXPECT_TRUE(controller.Run({}).ok()); });
  while (controller.unwritten_count() == 0 || !controller.has_synced() || !controller.queue().IsIdle()) {
    std::this_thread::yield();
  }
  leads = true;
  controller.OnStartedLeading();
  run.join();
  EXPECT_TRUE(HasCondition("a.example.com"));
  EXPECT_EQ(1u, controller.counters().writes);
}

TEST_F(ControllerTest, ADryRunNeedsNoLease) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  ControllerOptions options;
  options.once = options.dry_run = true;
  options.reconciler.may_write = [] { return false; };
  Controller controller(client_, Clock::OfMachine(), options);
  EXPECT_TRUE(controller.Run({}).ok());
  EXPECT_EQ(1u, controller.unwritten_count());
}

// An observer that throws an exception for the CRD "poison.example.com" while `acts` is true.
class ThrowingObserver : public Observer {
 public:
  void OnEvaluated(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult&) override {
    if (acts && crd.metadata.name == "poison.example.com") throw std::runtime_error("poison");
  }
  std::atomic<bool> acts = true;
};

TEST_F(ControllerTest, AnExceptionDoesNotStopOtherCrds) {
  for (const char* name : {"a.example.com", "poison.example.com", "z.example.com"}) {
    server_.Put(PathOf(name), Crd(name).dump());
  }
  ThrowingObserver poison;
  Metrics metrics("1");
  ControllerOptions options;
  options.metrics = &metrics;
  options.reconciler.observer = &poison;
  Controller controller(client_, Clock::OfMachine(), options);
  std::jthread run([&](std::stop_token stop) { EXPECT_TRUE(controller.Run(stop).ok()); });
  while (controller.counters().writes < 2 || controller.counters().panics < 3) {
    std::this_thread::yield();
  }
  EXPECT_TRUE(controller.has_synced()) << "nobody waits for it";
  EXPECT_TRUE(HasCondition("a.example.com"));
  EXPECT_TRUE(HasCondition("z.example.com"));
  EXPECT_FALSE(HasCondition("poison.example.com"));
  const std::string text = metrics.Text();
  EXPECT_NE(std::string::npos, text.find("controller_runtime_reconcile_panics_total"
                                         "{controller=\"nonstructuralschema\"} "));
  EXPECT_EQ(std::string::npos, text.find("controller_runtime_reconcile_panics_total"
                                         "{controller=\"nonstructuralschema\"} 0"));
  poison.acts = false;
  while (controller.counters().writes < 3) std::this_thread::yield();
  EXPECT_TRUE(HasCondition("poison.example.com"));
}

TEST_F(ControllerTest, OneRunReportsTheCrdThatThrows) {
  server_.Put(PathOf("poison.example.com"), Crd("poison.example.com").dump());
  ThrowingObserver poison;
  ControllerOptions options;
  options.once = true;
  options.reconciler.observer = &poison;
  Controller controller(client_, Clock::OfMachine(), options);
  EXPECT_TRUE(controller.Run({}).ok());
  EXPECT_EQ(std::set<std::string>{"poison.example.com"}, controller.failed_names());
}

// A transport to the fake server that delays each PATCH until Answer() is called.
class SlowTransport : public test::ForwardingTransport {
 public:
  using ForwardingTransport::ForwardingTransport;

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override {
    if (request.method != "PATCH") return ForwardingTransport::Do(request, stop);
    asked.set_value();
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return answers_; })) {
      return base::Error(base::ErrorCode::kCancelled, "cancelled");
    }
    return ForwardingTransport::Do(request, {});
  }
  void Answer() {
    const std::lock_guard lock(mutex_);
    answers_ = true;
    changed_.notify_all();
  }

  std::promise<void> asked;

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool answers_ = false;
};

TEST_F(ControllerTest, AWriteThatWasSentIsFinished) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  SlowTransport slow(server_);
  kube::Client client(slow);
  Controller controller(client, Clock::OfMachine(), {});
  std::stop_source stop;
  std::jthread run([&] { EXPECT_TRUE(controller.Run(stop.get_token()).ok()); });
  slow.asked.get_future().wait();
  stop.request_stop();
  slow.Answer();
  run.join();
  EXPECT_TRUE(HasCondition("a.example.com"));
  EXPECT_EQ(1u, controller.counters().writes);
}

// A clock whose time jumps to the deadline of each wait, so that the wait returns at once.
class JumpingClock : public Clock {
 public:
  Monotonic Now() const override { return Monotonic(now_.load()); }
  Wall WallNow() const override { return Wall(std::chrono::seconds(1'700'000'000)); }
  void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                 Monotonic deadline) override {
    if (deadline == Monotonic::max()) return changed.wait(lock);
    now_ = deadline.time_since_epoch();
  }

 private:
  std::atomic<std::chrono::nanoseconds> now_{std::chrono::hours(1)};
};

TEST_F(ControllerTest, AWriteThatIsNotAnsweredEndsWithTheGracePeriod) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  SlowTransport slow(server_);
  kube::Client client(slow);
  JumpingClock clock;
  ControllerOptions options;
  options.resync_period = std::chrono::milliseconds(0);
  Controller controller(client, clock, options);
  std::stop_source stop;
  std::jthread run([&] { EXPECT_TRUE(controller.Run(stop.get_token()).ok()); });
  slow.asked.get_future().wait();
  stop.request_stop();
  run.join();
  EXPECT_FALSE(HasCondition("a.example.com"));
  EXPECT_EQ(Clock::Monotonic(std::chrono::hours(1) + options.grace_period), clock.Now());
}

TEST_F(ControllerTest, AWriteOfAReplicaThatLostItsLeaseIsNotWaitedFor) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  SlowTransport slow(server_);
  kube::Client client(slow);
  JumpingClock clock;
  ControllerOptions options;
  options.resync_period = std::chrono::milliseconds(0);
  Controller controller(client, clock, options);
  std::stop_source stop;
  std::jthread run([&] { EXPECT_TRUE(controller.Run(stop.get_token()).ok()); });
  slow.asked.get_future().wait();
  controller.AbandonWrites();
  stop.request_stop();
  run.join();
  EXPECT_FALSE(HasCondition("a.example.com"));
  EXPECT_EQ(Clock::Monotonic(std::chrono::hours(1)), clock.Now()) << "no grace period";
}

class DeletionObserver : public Observer {
 public:
  void OnCrdDeleted(std::string_view name) override { gone.set_value(std::string(name)); }
  std::promise<std::string> gone;
};

// No watch event reports that the CRD was deleted. The controller notices the deletion because the next list does not
// contain the CRD.
TEST_F(ControllerTest, ForgetsWhatIsMissingInTheNextState) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  const auto line = [](const char* type, const json& object) {
    return json{{"type", type}, {"object", object}}.dump();
  };
  const json end = {
      {"metadata", {{"resourceVersion", "101"}, {"annotations", {{"k8s.io/initial-events-end", "true"}}}}}};
  server_.StreamNext({line("ADDED", Crd("a.example.com")), line("ADDED", Crd("b.example.com")), line("BOOKMARK", end)},
                     base::Ok());
  server_.StreamNext({line("ERROR", {{"kind", "Status"}, {"code", 410}, {"reason", "Expired"}})}, base::Ok());
  server_.StreamNext({line("ADDED", Crd("a.example.com")), line("BOOKMARK", end)}, base::Ok());
  DeletionObserver mourner;
  ControllerOptions options;
  options.dry_run = true;
  options.reconciler.may_write = [] { return false; };
  options.reconciler.observer = &mourner;
  Controller controller(client_, Clock::OfMachine(), options);
  std::jthread run([&](std::stop_token stop) { EXPECT_TRUE(controller.Run(stop).ok()); });
  EXPECT_EQ("b.example.com", mourner.gone.get_future().get());
  EXPECT_EQ(1u, controller.totals().crds);
}

// A clock whose time changes only by Advance(). A wait ends after a millisecond, so a waiting thread reads the time
// again and again.
class PollingClock : public Clock {
 public:
  Monotonic Now() const override { return Monotonic(now_.load()); }
  Wall WallNow() const override { return Wall(std::chrono::seconds(1'700'000'000)); }
  void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock, Monotonic) override {
    changed.wait_for(lock, std::chrono::milliseconds(1));
  }
  void Advance(std::chrono::nanoseconds by) { now_ = now_.load() + by; }

 private:
  std::atomic<std::chrono::nanoseconds> now_{std::chrono::hours(1)};
};

TEST_F(ControllerTest, EveryCrdIsReconciledAgainAfterTheResyncPeriod) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  server_.Put(PathOf("b.example.com"), Crd("b.example.com").dump());
  PollingClock clock;
  ControllerOptions options;
  options.resync_period = std::chrono::hours(1);
  Controller controller(client_, clock, options);
  std::jthread run([&](std::stop_token stop) { EXPECT_TRUE(controller.Run(stop).ok()); });
  while (controller.counters().writes < 2) std::this_thread::yield();
  server_.WaitForWatches(1);  // waits until the watch has delivered the events of the controller's own writes
  while (!controller.queue().IsIdle()) std::this_thread::yield();
  const auto reads = [&] {
    return std::ranges::count_if(server_.requests(), [](const kube::Request& request) {
      return request.method == "GET" && request.path.find("watch=") == std::string::npos;
    });
  };
  const std::uint64_t before = controller.counters().evaluations;
  const auto read_before = reads();
  clock.Advance(std::chrono::minutes(53));
  std::this_thread::yield();
  EXPECT_EQ(before, controller.counters().evaluations) << "not before nine tenths of it";
  clock.Advance(std::chrono::minutes(14));
  while (controller.counters().evaluations < before + 2) std::this_thread::yield();
  EXPECT_EQ(read_before + 2, reads()) << "one by one, and no list";
  EXPECT_EQ(2u, controller.counters().writes) << "nothing was to be written";
}

}  // namespace controller_test
}  // namespace structural::controller
