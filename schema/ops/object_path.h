// ObjectPath: where in an object something is, as pruning names it: spec.containers[0].image
//
// A chain towards the root, built on the stack while walking down; printed only where there is
// something to say. Must not outlive its parent nor the key.
//
// Upstream: schema/options.go UnknownFieldPathOptions (v0.37.2). Keys print raw.
#pragma once

#include <string>
#include <string_view>

namespace structural::ops {

class ObjectPath {
 public:
  ObjectPath() = default;  // the root
  ObjectPath Key(std::string_view key) const { return ObjectPath(this, key, 0, false); }
  ObjectPath Index(std::size_t index) const { return ObjectPath(this, {}, index, true); }

  bool IsRoot() const { return parent_ == nullptr; }
  std::string String() const {
    std::string text;
    AppendTo(text);
    return text;
  }

 private:
  ObjectPath(const ObjectPath* parent, std::string_view key, std::size_t index, bool is_index)
      : parent_(parent), key_(key), index_(index), is_index_(is_index) {}

  void AppendTo(std::string& text) const {
    if (IsRoot()) return;
    parent_->AppendTo(text);
    if (is_index_) {
      text.append("[").append(std::to_string(index_)).append("]");
    } else {
      text.append(parent_->IsRoot() ? "" : ".").append(key_);
    }
  }

  const ObjectPath* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool is_index_ = false;
};

}  // namespace structural::ops
