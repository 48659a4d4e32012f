// Headers: the header fields of one HTTP answer, found by name without regard to case.
//
// A value type. A field that came several times holds the values joined by ", ".
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

namespace structural::kube {

class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<std::pair<const std::string, std::string>> fields)
      : fields_(fields) {}

  void Set(std::string name, std::string value) {
    fields_.insert_or_assign(std::move(name), std::move(value));
  }

  // The value, empty when the field is missing. Valid while this object is unchanged.
  std::string_view Find(std::string_view name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? std::string_view() : std::string_view(found->second);
  }

 private:
  struct Less {
    using is_transparent = void;
    static char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
    bool operator()(std::string_view a, std::string_view b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                          [](char x, char y) { return Lower(x) < Lower(y); });
    }
  };
  std::map<std::string, std::string, Less> fields_;
};

// OnBytes: takes a body piece by piece.
// The bytes are valid during the call. Returns false when it wants no more; an error ends the
// exchange with that error.
using OnBytes = std::function<base::Result<bool>(std::string_view bytes)>;

// Warnings: what an API server tells its clients beside an answer, as that an API is deprecated.
//
// Upstream: apimachinery pkg/util/net/http.go ParseWarningHeaders; client-go rest/warnings.go
// WarningLogger (0.37).
//
// The texts of an answer's Warning fields, in order; only those with the code that Kubernetes uses,
// 299. What follows a part that is no warning is left out. Differs: words are not decoded as
// RFC 2047 says, which Kubernetes does not use.
std::vector<std::string> ParseWarnings(std::string_view header);

}  // namespace structural::kube
