// Runs an Exchange over cpprestsdk. For cpprest_transport.cc only: its header costs six seconds.
#pragma once

#include <memory>

#include <cpprest/http_client.h>

#include "kube/transport/cpprest_pool.h"
#include "kube/transport/exchange.h"

namespace structural::kube {

// A request that was sent, until this object goes: what is still in flight then is cancelled and
// its connection closed. Owned by one thread.
class CppRestExchange {
 public:
  // On a connection that serves no other exchange.
  CppRestExchange(PooledConnection& connection, const web::http::http_request& request,
                  Exchange::Wanted wanted);
  ~CppRestExchange();
  CppRestExchange(const CppRestExchange&) = delete;
  CppRestExchange& operator=(const CppRestExchange&) = delete;

  Exchange& operator*() const { return *exchange_; }
  Exchange* operator->() const { return exchange_.get(); }

 private:
  const std::shared_ptr<Exchange> exchange_;
  const std::shared_ptr<ReceiveWindow> window_;
  pplx::cancellation_token_source cancel_;
};

// An error of that library: the connection broke while a request was written or before its answer
// began, as it does when the server had closed a pooled connection.
bool IsBrokenConnection(const base::Error& error);

// An error of that library: the TLS handshake failed, on whichever side.
bool IsTlsRefusal(const base::Error& error);

}  // namespace structural::kube
