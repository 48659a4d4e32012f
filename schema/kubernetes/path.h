// FieldPath: where in an object something is, printed as Kubernetes prints it:
// spec.versions[0].schema.openAPIV3Schema.properties[spec].items
//
// Nodes form a chain towards the root. A node borrows its parent and its strings: build it on the
// stack while walking down, print it only where there is something to say.
//
// Upstream: k8s.io/apimachinery pkg/util/validation/field/path.go Path (v0.37.2). Keys print raw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::kubernetes {

class FieldPath {
 public:
  // A root element.
  explicit FieldPath(std::string_view name) : name_(name) {}

  // The result must not outlive this node nor the strings.
  FieldPath Child(std::string_view name) const { return FieldPath(this, name, Kind::kName, {}, 0); }
  FieldPath Child(std::string_view name, std::string_view key) const {
    return FieldPath(this, name, Kind::kKey, key, 0);
  }
  FieldPath Child(std::string_view name, std::size_t index) const {
    return FieldPath(this, name, Kind::kIndex, {}, index);
  }

  std::string String() const;

 private:
  enum class Kind : char { kName, kKey, kIndex };

  FieldPath(const FieldPath* parent, std::string_view name, Kind kind, std::string_view key,
            std::size_t index)
      : parent_(parent), name_(name), key_(key), index_(index), kind_(kind) {}

  void AppendTo(std::string& text) const;

  const FieldPath* parent_ = nullptr;
  std::string_view name_;
  std::string_view key_;
  std::size_t index_ = 0;
  Kind kind_ = Kind::kName;
};

}  // namespace structural::kubernetes
