// Serve: reads and answers the requests of one connection.
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

// Activity: counts the requests of a server from their first byte to the end of their answer.
// Thread-safe.
class Activity {
 public:
  // Counts as one request while it exists.
  class Request {
   public:
    explicit Request(Activity& of) : of_(of) { of_.Change(1); }
    ~Request() { of_.Change(-1); }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

   private:
    Activity& of_;
  };

  // Makes connections end after their next answer.
  void Retire() { retiring_ = true; }
  bool retiring() const { return retiring_; }
  // Makes connections end after their next answer, and refuses new connections. Returns true when no
  // request is running; false if requests are still running after `max`.
  bool Drain(std::chrono::milliseconds max) {
    retiring_ = draining_ = true;
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, max, [this] { return requests_ == 0; });
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

// The state that all connections of one listener share.
struct Service {
  Handler handler;
  Limits limits;
  std::shared_ptr<TlsFiles> tls;
  std::stop_token stop;
  std::shared_ptr<Activity> activity;  // counts the requests of all listeners of the server
  std::function<void(RequestRejection)> on_rejected;
  // Returns an executor that runs one operation at a time, for a connection after its first
  // request.
  std::function<boost::asio::any_io_executor()> worker;
  std::unique_ptr<ConnectionLimiter> admission;
  std::unique_ptr<BodyBudget> budget;
};

// Admits a connection and answers its requests until the peer closes it, exceeds a limit, is silent
// for too long, or its place is needed. Must be called on the socket's executor, which runs one
// operation at a time; the connection stays there until the first request is complete. Does not
// throw.
void Serve(boost::asio::ip::tcp::socket socket, const std::shared_ptr<Service>& service);

}  // namespace structural::http
