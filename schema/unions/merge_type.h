// MergeType: an OpenAPI v2 schema as structured-merge-diff sees it, which is where Kubernetes has
// read x-kubernetes-unions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/unions/union.h"

namespace structural::unions {

// Owns the types below it; points into the schema it was read from, which must outlive it. Not
// changed after reading, so threads may share it.
struct MergeType {
  struct Field {
    std::string_view name;
    std::unique_ptr<MergeType> type;
    json::Value default_value;  // null: none
  };

  enum class Kind {
    kNumber,
    kString,
    kBool,
    kScalar,  // any of these
    kList,
    kMap,
    kUntyped,  // anything, as a whole
    kDeduced,  // anything, and objects are looked into: below x-kubernetes-preserve-unknown-fields
  };

  const Field* Find(std::string_view name) const;

  Kind kind = Kind::kUntyped;
  bool is_atomic = false;              // a map or list as a whole
  std::vector<std::string_view> keys;  // of the items of a list that is not atomic; none: a set
  std::vector<Field> fields;           // of a map, sorted by name
  std::unique_ptr<MergeType> element;  // of a list, and of what is no field; may be null
  std::vector<Union> unions;
};

// An error where the schema cannot be read so, which is stricter than a CRD's: no keyword that is
// not of OpenAPI v2, no list without items, no field in two unions. References are not followed,
// and an error.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv ToSchema (v0.0.0-20211110012726), github.com/
// googleapis/gnostic openapiv2 NewSchema (v0.4.1).
base::Result<std::unique_ptr<MergeType>> ReadMergeType(const json::Value& schema);

// What of the unions of one node is wrong, as the error says.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv makeUnions (v0.0.0-20211110012726).
base::Result<std::vector<Union>> ReadMergeUnions(const json::Value& schema);

// An error, which names the place, where the value does not conform.
//
// Upstream: structured-merge-diff typed.Validate (v4.3.0).
base::Status CheckMergeType(const json::Value& value, const MergeType& type);

// What tells the items of a list apart.

// A text that is the same for the same keys of an item, or the same value in a set: 1 and 1.0 are
// the same. Nothing where a key is missing and has no default. Precondition: a list that is not
// atomic.
//
// Upstream: structured-merge-diff typed listItemToPathElement (v4.3.0).
std::optional<std::string> ItemKey(const json::Value& item, const MergeType& list);

// The items of a list by their keys. Points into the list.
class ItemIndex {
 public:
  // Of what is no list, or nullptr, there are none.
  ItemIndex(const json::Value* list, const MergeType& type);

  // The item with the keys of this one, or nullptr.
  const json::Value* Find(const json::Value& item) const;

 private:
  const MergeType& type_;
  std::unordered_map<std::string, const json::Value*> items_;
};

}  // namespace structural::unions
