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

// Activity: counts the requests that a server is processing, from their first byte to the end of their answer.
// Thread-safe.
class Activity {
 public:
  // One request that is being processed. It counts while this object exists.
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
  // Makes connections end after their next answer, and refuses new connections. Waits until no request is being
  // processed. Returns false if requests are still being processed after `max`.
  bool Drain(std::chrono::milliseconds max) {
    retiring_ = draining_ = true;
    std::unique_lock lock(mutex_);
    return none_running_.wait_for(lock, max, [this] { return requests_ == 0; });
  }
  bool draining() const { return draining_; }

 private:
  void Change(int by) {
    const std::lock_guard lock(mutex_);
    requests_ += by;
    if (requests_ == 0) none_running_.notify_all();
  }

  std::atomic<bool> retiring_ = false;
  std::atomic<bool> draining_ = false;
  std::mutex mutex_;
  std::condition_variable none_running_;
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
  // Returns a new executor for a connection whose first request is complete. It runs one operation at a time.
  std::function<boost::asio::any_io_executor()> new_worker;
  std::unique_ptr<ConnectionLimiter> connection_limiter;
  std::unique_ptr<BodyBudget> body_budget;
};

// Answers the requests of a connection. Returns at once; the connection ends when the peer closes it, exceeds a limit
// or is silent for too long, or when another connection needs its place. Must be called on the socket's executor, which
// must run one operation at a time. The connection stays on that executor until its first request is complete. Does not
// throw.
void Serve(boost::asio::ip::tcp::socket socket, const std::shared_ptr<Service>& service);

}  // namespace structural::http
