#include "http/unread.h"

namespace structural::http {

const char* Name(Unread why) {
  switch (why) {
    case Unread::kNoHttp: return "no_http";
    case Unread::kHeaderTooLarge: return "header_too_large";
    case Unread::kBodyTooLarge: return "body_too_large";
    case Unread::kBodiesFull: return "bodies_full";
    case Unread::kConnectionsFull: return "connections_full";
    case Unread::kTooSlow: return "too_slow";
  }
  return "";
}

}  // namespace structural::http
