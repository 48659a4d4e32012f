#include "schema/kubernetes/object_path.h"

namespace structural::kubernetes {

void ObjectPath::AppendIndex(std::string& to) const { to.append("[").append(std::to_string(index_)).append("]"); }

void ObjectPath::AppendString(std::string& to) const {
  if (IsRoot()) return;
  parent_->AppendString(to);
  if (kind_ == Kind::kIndex) return AppendIndex(to);
  to.append(parent_->IsRoot() ? "" : ".").append(text_);
}

void ObjectPath::AppendField(std::string& to) const {
  if (IsRoot()) {
    to += text_;
    return;
  }
  parent_->AppendField(to);
  if (kind_ == Kind::kIndex) return AppendIndex(to);
  if (kind_ == Kind::kKey || text_.empty()) {
    to.append("[").append(text_).append("]");
    return;
  }
  const bool first = parent_->IsRoot() && parent_->text_.empty();
  to.append(first ? "" : ".").append(text_);
}

void ObjectPath::AppendOpenAPI(std::string& to) const {
  if (IsRoot()) return;
  parent_->AppendOpenAPI(to);
  if (kind_ == Kind::kIndex) return AppendIndex(to);
  to.append(kind_ == Kind::kName && to.empty() ? "" : ".").append(text_);
}

std::string ObjectPath::String() const {
  std::string text;
  AppendString(text);
  return text;
}

void ObjectPath::AppendSteps(PathSteps& to) const {
  if (IsRoot()) {
    if (prefix_ != nullptr) {
      to.Append(*prefix_);
    } else if (!text_.empty()) {
      to.PushName(text_);
    }
    return;
  }
  parent_->AppendSteps(to);
  kind_ == Kind::kIndex ? to.PushIndex(index_) : to.PushName(text_);
}

PathSteps ObjectPath::Steps() const {
  PathSteps steps;
  AppendSteps(steps);
  return steps;
}

FieldName ObjectPath::Field() const {
  if (IsRoot() && text_.empty()) return {"<nil>"};
  FieldName field{{}, Steps()};
  AppendField(field.text);
  return field;
}

std::string ObjectPath::OpenAPI() const {
  std::string text;
  AppendOpenAPI(text);
  return text;
}

}  // namespace structural::kubernetes
