// RequestRejection: why a request never came to the handler.
#pragma once

namespace structural::http {

enum class RequestRejection {
  kNoHttp,
  kHeaderTooLarge,  // or chunk extensions or trailers
  kBodyTooLarge,
  kBodiesFull,
  kConnectionsFull,
  kTooSlow,  // no whole request in time, or for as long as others waited for the place
};

// "body_too_large"
const char* Name(RequestRejection why);

}  // namespace structural::http
