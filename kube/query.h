// Query: a path that gains query parameters.
#pragma once

#include <string>
#include <string_view>

namespace structural::kube {

class Query {
 public:
  // The path may have a query already.
  explicit Query(std::string_view path) : text_(path) {}

  // The value is escaped, the name is taken as it is.
  void Add(std::string_view name, std::string_view value);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace structural::kube
