// Listen: opens a port as a flag names it, and says in the log which it became.
#pragma once

#include <functional>
#include <string>

#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

// For ListenOptions::on_rejected: logs "WHAT: a request was not read: body_too_large", each reason
// every ten seconds at most. `what` is a literal.
std::function<void(http::RequestRejection)> LogRejections(const char* what);

// Logs "WHAT on 127.0.0.1:8081". An address that means no listener (http::IsOff) is Ok; that of
// `options` does not count; without on_rejected it is LogRejections. kInvalidInput: the address;
// kUnavailable: the port is taken.
base::Status Listen(http::Server& server, const char* what, const std::string& address,
                    http::ListenOptions options, http::Handler handler);

}  // namespace structural::controller
