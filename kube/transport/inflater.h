// Inflater: undoes gzip as the bytes come.
//
// Owned by one thread. Holds at most 64 KiB of what it unpacked, so a small answer that unpacks to
// a huge one costs what its reader accepts of it.
#pragma once

#include <memory>
#include <string_view>

#include "kube/transport/on_bytes.h"
#include "schema/base/result.h"

struct z_stream_s;

namespace structural::kube {

class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Hands over what the piece unpacks to; false when on_bytes wants no more.
  // kUnavailable: it is no gzip, or broken. Errors of on_bytes.
  base::Result<bool> Feed(std::string_view piece, const OnBytes& on_bytes);

  // After the last piece. kUnavailable: the end is missing.
  base::Status End() const;

 private:
  const std::unique_ptr<z_stream_s> stream_;
  bool complete_ = true;  // at the start, or after a whole member
};

}  // namespace structural::kube
