// The conversation on one connection.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>  // the next header needs it and does not include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "http/server.h"

namespace structural::http {

// What all connections of one listener share.
struct Service {
  Handler handler;
  Limits limits;
  std::shared_ptr<TlsFiles> tls;
  std::stop_token stop;
};

// Answers requests until the peer ends it, breaks a limit, or falls silent. Throws nothing.
boost::asio::awaitable<void> Serve(boost::asio::ip::tcp::socket socket,
                                   std::shared_ptr<const Service> service);

}  // namespace structural::http
