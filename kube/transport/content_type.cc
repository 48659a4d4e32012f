#include <algorithm>

#include "kube/transport/headers.h"
#include "kube/transport/transport.h"
#include "schema/base/text.h"

namespace structural::kube {

bool IsProtobuf(const Headers& headers) {
  const std::string_view type = headers.Find("Content-Type");
  const std::string_view media = type.substr(0, type.find_first_of("; \t"));
  return std::ranges::equal(media, kProtobufType, {}, [](char c) { return base::ToLowerAscii(c); });
}

}  // namespace structural::kube
