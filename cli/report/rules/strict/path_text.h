// PathText: the path of the current node of a walk.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace structural::rules {

class PathText {
 public:
  PathText() = default;
  explicit PathText(std::string root) : text_(std::move(root)) {}

  const std::string& text() const { return text_; }

  // Calls `work` with the name of a part appended to the path.
  template <typename Do>
  void In(std::string_view name, Do&& work) {
    const std::size_t size = text_.size();
    text_ += name;
    work();
    text_.resize(size);
  }

 private:
  std::string text_;
};

}  // namespace structural::rules
