// CertsWatch: keeps certificates for ever, and says at its probes whether they are in order.
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>

#include "cli/webhook/certs_keeper.h"
#include "http/server.h"

namespace structural::cli {

class CertsWatch {
 public:
  // Both must outlive it.
  CertsWatch(const CertsFlags& flags, CertsKeeper& keeper)
      : flags_(flags), keeper_(keeper), probes_(0) {}

  // Of the probes. kInvalidInput: the address; kUnavailable: the port is taken.
  base::Status Open();
  // Until the token fires.
  void Run(std::stop_token stop);

 private:
  std::chrono::milliseconds WaitAfter(const base::Result<certs::Kept>& kept);

  static constexpr std::chrono::milliseconds kShortest{1'000};

  const CertsFlags& flags_;
  CertsKeeper& keeper_;
  std::atomic<bool> in_order_ = false;
  std::string said_;
  std::chrono::milliseconds retry_ = kShortest;
  http::Server probes_;  // ends first
};

}  // namespace structural::cli
