// ReconcileWorld: a reconciler, an API server in memory with one CRD, and operations of other clients on this CRD.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "controller/reconciler.h"
#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"
#include "test/support/forwarding_transport.h"

namespace structural::test {

// A transport to the fake server. A test can make it drop an answer after the request was carried out, or replace an
// answer.
class UnreliableTransport : public ForwardingTransport {
 public:
  using ForwardingTransport::ForwardingTransport;

  void LoseNextPatchAnswer(base::Error error) { lost_answer_ = std::move(error); }
  // The next request with this method gets this answer, and is not carried out.
  void AnswerNext(const std::string& method, std::string body) { next_answers_[method] = std::move(body); }

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override;

 private:
  std::optional<base::Error> lost_answer_;
  std::map<std::string, std::string> next_answers_;
};

class CountingObserver : public controller::Observer {
 public:
  std::map<std::string, int> counts;
  bool throws = false;

  void OnEvaluated(const crd::CustomResourceDefinition&, const crd::EvaluationResult&) override {
    counts["judged"]++;
    if (throws) throw std::runtime_error("thrown");
  }
  void OnWritten(const controller::PlannedWrite&) override { counts["written"]++; }
  void OnBackedOff(const controller::PlannedWrite&, std::chrono::milliseconds) override { counts["backed_off"]++; }
  void OnFailed(std::string_view, const base::Error&) override { counts["failed"]++; }
  void OnCrdDeleted(std::string_view) override { counts["gone"]++; }
};

// Executes the steps of reconcile_cases_test.cc. Not thread-safe.
class ReconcileWorld {
 public:
  ReconcileWorld();

  void Do(const nlohmann::json& step);

 private:
  void Put(const nlohmann::json& crd);
  bool Observe();
  void Alter(const nlohmann::json& message);
  void SetMayWrite(const nlohmann::json& may);
  void Refuse(const nlohmann::json& step);
  void Reconcile(const nlohmann::json& step);
  void Expect(const nlohmann::json& expected);
  nlohmann::json Object() const;
  nlohmann::json Condition() const;
  int Count(const std::string& what) const;

  // Maximum bytes of the reconciler's planned writes: enough for one write with a short message.
  static constexpr std::size_t kPlannedBytes = 2048;

  FakeTransport server_;
  UnreliableTransport transport_{server_};
  kube::Client client_{transport_};
  FakeClock clock_;
  CountingObserver observer_;
  controller::Store store_;
  controller::Counters counters_;
  controller::CrdApi api_{client_};
  bool may_write_ = true;
  // True: the next call of may_write returns false, and the following ones return may_write_.
  bool refused_once_ = false;
  bool others_wait_ = false;
  controller::Reconciler reconciler_{
      client_,
      api_,
      store_,
      clock_,
      counters_,
      {.may_write = [this] { return !std::exchange(refused_once_, false) && may_write_; },
       .others_wait = [this] { return others_wait_; },
       .max_planned_bytes = kPlannedBytes,
       .observer = &observer_}};
};

}  // namespace structural::test
