#include "http/request_rejection.h"

namespace structural::http {

const char* Name(RequestRejection why) {
  switch (why) {
    case RequestRejection::kNoHttp: return "no_http";
    case RequestRejection::kHeaderTooLarge: return "header_too_large";
    case RequestRejection::kBodyTooLarge: return "body_too_large";
    case RequestRejection::kBodiesFull: return "bodies_full";
    case RequestRejection::kConnectionsFull: return "connections_full";
    case RequestRejection::kTooSlow: return "too_slow";
  }
  return "";
}

}  // namespace structural::http
