// Headers: the header fields of one HTTP answer, found by name without regard to case.
//
// A value type. A field that came several times holds the values joined by ", ".
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace structural::kube
