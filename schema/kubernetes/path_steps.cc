#include "schema/kubernetes/path_steps.h"

#include <cassert>

namespace structural::kubernetes {

void PathSteps::Push(std::string_view name, std::uint32_t flag) {
  names_ += name;
  assert(names_.size() < kIndexFlag);
  ends_.push_back(static_cast<std::uint32_t>(names_.size()) | flag);
}

void PathSteps::Append(const PathSteps& below) {
  for (std::size_t i = 0; i < below.size(); ++i) {
    const Step step = below[i];
    Push(step.name, step.is_index ? kIndexFlag : 0);
  }
}

PathSteps::Step PathSteps::operator[](std::size_t at) const {
  assert(at < size());
  const std::size_t begin = at == 0 ? 0 : ends_[at - 1] & ~kIndexFlag;
  const std::size_t end = ends_[at] & ~kIndexFlag;
  return {std::string_view(names_).substr(begin, end - begin), (ends_[at] & kIndexFlag) != 0};
}

std::string PathSteps::Text() const {
  std::string text;
  for (std::size_t i = 0; i < size(); ++i) {
    const Step step = (*this)[i];
    if (step.is_index) {
      text.append("[").append(step.name).append("]");
    } else {
      text.append(i == 0 ? "" : ".").append(step.name);
    }
  }
  return text;
}

FieldName FieldName::TopLevel(std::string_view name) {
  FieldName field{std::string(name)};
  if (!name.empty()) field.steps.PushName(name);
  return field;
}

}  // namespace structural::kubernetes
