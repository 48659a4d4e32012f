// The conversation on one connection.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>  // the next header needs it and does not include it

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "http/admission.h"
#include "http/request_reader.h"
#include "http/server.h"

namespace structural::http {

// Activity: the requests of a server that have begun, from their first byte to the end of their
// answer. Thread-safe.
class Activity {
 public:
  // While it lives, a request is there.
  class Request {
   public:
    explicit Request(Activity& of) : of_(of) { of_.Change(1); }
    ~Request() { of_.Change(-1); }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

   private:
    Activity& of_;
  };

  // From now on connections end after their answer.
  void Retire() { retiring_ = true; }
  bool retiring() const { return retiring_; }
  // The same, and no new connections. False: there were requests at the end of `most`.
  bool Drain(std::chrono::milliseconds most) {
    retiring_ = draining_ = true;
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, most, [this] { return requests_ == 0; });
  }
  bool draining() const { return draining_; }

 private:
  void Change(int by) {
    const std::lock_guard lock(mutex_);
    requests_ += by;
    if (requests_ == 0) none_.notify_all();
  }

  std::atomic<bool> retiring_ = false;
  std::atomic<bool> draining_ = false;
  std::mutex mutex_;
  std::condition_variable none_;
  int requests_ = 0;
};

// What all connections of one listener share.
struct Service {
  Handler handler;
  Limits limits;
  std::shared_ptr<TlsFiles> tls;
  std::stop_token stop;
  std::shared_ptr<Activity> activity;  // of the whole server
  std::function<void(RequestRejection)> on_rejected;
  // Where a connection goes on whose first request is complete: an executor of its own, that runs
  // one thing at a time.
  std::function<boost::asio::any_io_executor()> worker;
  std::unique_ptr<Admission> admission;
  std::unique_ptr<BodyBudget> budget;
};

// Admits a connection and answers its requests until the peer ends it, breaks a limit, falls silent
// or has to make room. To be called on the socket's executor, which runs one thing at a time; goes
// on there until the first request is complete. Throws nothing.
void Serve(boost::asio::ip::tcp::socket socket, const std::shared_ptr<Service>& service);

}  // namespace structural::http
