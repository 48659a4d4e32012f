#include "document/anchors.h"

#include <algorithm>

namespace structural::document {

int Anchors::Open(std::string_view name) {
  if (name.empty()) return -1;
  Anchor& anchor = anchors_.emplace_back();
  anchor.span = builder_.Begin();
  anchor.values = budget_.all();
  const int index = static_cast<int>(anchors_.size()) - 1;
  by_name_[std::string(name)] = index;
  return index;
}

int Anchors::OpenScalar(std::string_view name, const ScalarText& scalar) {
  const int index = Open(name);
  if (index < 0) return index;
  Anchor& anchor = anchors_[index];
  anchor.scalar = true;
  anchor.text = scalar.text;
  anchor.tag = scalar.tag;
  anchor.plain = scalar.plain;
  return index;
}

void Anchors::Close(int index) {
  if (index < 0) return;
  Anchor& anchor = anchors_[index];
  // A scalar with an anchor can be a merge key (`<<`), which is not written to the JSON.
  if (!anchor.scalar) builder_.End(anchor.span);
  anchor.values = budget_.all() - anchor.values;
  anchor.open = false;
}

const Anchor* Anchors::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &anchors_[found->second];
}

bool AliasBudget::FitsRatio() const {
  constexpr double kLow = 400'000;
  constexpr double kHigh = 4'000'000;
  const double all = static_cast<double>(all_);
  const double over = std::clamp((all - kLow) / (kHigh - kLow), 0.0, 1.0);
  return static_cast<double>(repeated_) / all <= 0.99 - 0.89 * over;
}

}  // namespace structural::document
