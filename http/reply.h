// What goes back over a connection, as bytes.
#pragma once

#include <string>

#include "http/message.h"

namespace structural::http {

struct ReplyOptions {
  unsigned version = 11;  // of the request
  bool keep_alive = false;
};

// The status line, the fields and the empty line behind them.
std::string ReplyHead(const Response& response, const ReplyOptions& options);

}  // namespace structural::http
