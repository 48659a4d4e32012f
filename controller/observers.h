// Observers: several observers as one.
#pragma once

#include <vector>

#include "controller/observer.h"

namespace structural::controller {

// The observers must outlive it. Thread-safe as they are.
class Observers : public Observer {
 public:
  explicit Observers(std::vector<Observer*> all) : all_(std::move(all)) {}

  void Judged(const crd::CustomResourceDefinition& crd, const crd::Verdict& verdict) override {
    for (Observer* one : all_) one->Judged(crd, verdict);
  }
  void Withheld(const PlannedWrite& write) override {
    for (Observer* one : all_) one->Withheld(write);
  }
  void Written(const PlannedWrite& write) override {
    for (Observer* one : all_) one->Written(write);
  }
  void BackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) override {
    for (Observer* one : all_) one->BackedOff(write, wait);
  }
  void Failed(std::string_view name, const base::Error& error) override {
    for (Observer* one : all_) one->Failed(name, error);
  }
  void Gone(std::string_view name) override {
    for (Observer* one : all_) one->Gone(name);
  }

 private:
  const std::vector<Observer*> all_;
};

}  // namespace structural::controller
