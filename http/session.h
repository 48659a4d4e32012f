// The conversation on one connection.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>  // the next header needs it and does not include it

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "http/activity.h"
#include "http/admission.h"
#include "http/body_budget.h"
#include "http/server.h"

namespace structural::http {

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
