// Inflater: undoes gzip as the bytes come.
//
// Owned by one thread. Holds at most 64 KiB of what it unpacked. What a small answer may unpack to
// is bounded, as the time that unpacking takes grows with it: kMaxRatio times its size once it is
// more than kAnyRatioBytes, and kMaxUnpackedBytes in any case.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "kube/transport/on_bytes.h"
#include "schema/base/result.h"

struct z_stream_s;

namespace structural::kube {

class Inflater {
 public:
  // Lists of CRDs have a ratio of 6, and of 50 where all are alike; gzip's own bound is 1,032.
  static constexpr std::size_t kMaxRatio = 200;
  static constexpr std::size_t kAnyRatioBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxUnpackedBytes = std::size_t{256} << 20;

  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Hands over what the piece unpacks to; false when on_bytes wants no more.
  // kUnavailable: it is no gzip, or broken, or unpacks to too many times its size: a part of it would
  // be no better. kLimitExceeded: it unpacks to too many bytes. Errors of on_bytes.
  base::Result<bool> Feed(std::string_view piece, const OnBytes& on_bytes);

  // After the last piece. kUnavailable: the end is missing.
  base::Status End() const;

 private:
  base::Status Count(std::size_t size);

  const std::unique_ptr<z_stream_s> stream_;
  bool complete_ = true;  // at the start, or after a whole member
  std::size_t packed_ = 0;
  std::size_t unpacked_ = 0;
};

}  // namespace structural::kube
