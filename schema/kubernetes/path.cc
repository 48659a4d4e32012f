#include "schema/kubernetes/path.h"

namespace structural::kubernetes {

// The depth of a path is bounded by the depth of the JSON it was decoded from.
void FieldPath::AppendTo(std::string& text) const {
  if (parent_ != nullptr) {
    parent_->AppendTo(text);
    text += '.';
  }
  text += name_;
  if (kind_ == Kind::kName) return;
  text += '[';
  text += kind_ == Kind::kKey ? std::string(key_) : std::to_string(index_);
  text += ']';
}

std::string FieldPath::String() const {
  std::string text;
  AppendTo(text);
  return text;
}

}  // namespace structural::kubernetes
