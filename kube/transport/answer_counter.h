// AnswerCounter: counts a plain HTTP connection's answers into its ReceiveWindow.
//
// Where TLS ends in the HTTP library, the library tells when a header has ended; what comes through
// a Tunnel is ahead of the library, so the end is looked for in the bytes.
#pragma once

#include <cstddef>
#include <string_view>

#include "kube/transport/receive_window.h"

namespace structural::kube {

// Owned by one thread.
class AnswerCounter {
 public:
  // The window outlives it; null: nothing is counted.
  explicit AnswerCounter(ReceiveWindow* window) : window_(window) {}

  // Takes the next bytes, which may end anywhere. False: they are too many.
  bool Add(std::string_view bytes);

 private:
  std::size_t HeaderBytes(std::string_view bytes);

  ReceiveWindow* const window_;
  std::size_t matched_ = 0;  // how much of the header's end was seen
};

}  // namespace structural::kube
