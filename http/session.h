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

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "http/body_budget.h"
#include "http/idle.h"
#include "http/server.h"

namespace structural::http {

// The requests of a server that have begun, from their first byte to the end of their answer.
// Thread-safe.
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
  bool Drain(std::chrono::milliseconds most);
  bool draining() const { return draining_; }

 private:
  void Change(int by);

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
  std::shared_ptr<BodyBudget> budget;
  std::function<void(Unread)> on_unread;
  std::shared_ptr<Idle> idle = std::make_shared<Idle>();
};

// Tells who wants to know.
void TellUnread(const Service& service, Unread what);

// Answers requests until the peer ends it, breaks a limit, or falls silent. Throws nothing.
boost::asio::awaitable<void> Serve(boost::asio::ip::tcp::socket socket,
                                   std::shared_ptr<const Service> service);

}  // namespace structural::http
