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

  // Returns the value, empty if the field is missing. Valid until the object changes.
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

// OnBytes: receives a body piece by piece.
// The bytes are valid during the call. Returns false to stop; an error ends the exchange with that
// error.
using OnBytes = std::function<base::Result<bool>(std::string_view bytes)>;

// Warnings of an API server in addition to an answer, such as that an API is deprecated.
//
// Upstream: apimachinery pkg/util/net/http.go ParseWarningHeaders; client-go rest/warnings.go
// WarningLogger (0.37).
//
// ParseWarnings returns the texts of an answer's Warning fields, in order, with Kubernetes' code
// 299. It ignores the text after an invalid part. Differs: encoded words of RFC 2047, which
// Kubernetes does not use, are not decoded.
std::vector<std::string> ParseWarnings(std::string_view header);

}  // namespace structural::kube
