#include <algorithm>

#include "kube/transport/headers.h"
#include "kube/transport/transport.h"
#include "schema/base/text.h"

namespace structural::kube {

bool HasMediaType(const Headers& headers, std::string_view media_type) {
  const std::string_view type = headers.Find("Content-Type");
  const std::string_view own = type.substr(0, type.find_first_of("; \t"));
  return std::ranges::equal(own, media_type, {}, [](char c) { return base::ToLowerAscii(c); });
}

bool IsProtobuf(const Headers& headers) { return HasMediaType(headers, kProtobufType); }

}  // namespace structural::kube
