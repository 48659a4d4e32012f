// Headers: the header fields of one HTTP answer, with case-insensitive names.
//
// A value type. A repeated field has its values joined by ", ".
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/result.h"
#include "schema/base/text.h"

namespace structural::kube {

class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<std::pair<const std::string, std::string>> fields) : fields_(fields) {}

  void Set(std::string name, std::string value) { fields_.insert_or_assign(std::move(name), std::move(value)); }

  // Returns the value of the field; empty if the field is missing. The view is valid until the object changes.
  std::string_view Find(std::string_view name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? std::string_view() : std::string_view(found->second);
  }

 private:
  struct Less {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                          [](char x, char y) { return base::ToLowerAscii(x) < base::ToLowerAscii(y); });
    }
  };
  std::map<std::string, std::string, Less> fields_;
};

// Whether the answer's Content-Type is this media type, with any parameters (";stream=watch"). `media_type` is in lower
// case.
bool HasMediaType(const Headers& headers, std::string_view media_type);
// Whether the answer's Content-Type is protobuf.
bool IsProtobuf(const Headers& headers);

// OnBytes: receives a body piece by piece. The bytes are valid only during the call. Returns true to continue, and
// false to stop reading without an error. If it returns an error, the exchange ends with that error.
using OnBytes = std::function<base::Result<bool>(std::string_view bytes)>;

// Returns the texts of the warnings in an answer's Warning header, in order. API servers send warnings in addition to
// an answer, for example that an API is deprecated. Returns only warnings with Kubernetes' code 299, and ignores
// everything after an invalid warning. Unlike upstream, does not decode the encoded words of RFC 2047, which Kubernetes
// does not use.
//
// Upstream: apimachinery pkg/util/net/http.go ParseWarningHeaders; client-go rest/warnings.go
// WarningLogger (0.37).
std::vector<std::string> ParseWarnings(std::string_view header);

}  // namespace structural::kube
