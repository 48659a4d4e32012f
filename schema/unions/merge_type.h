// MergeType: an OpenAPI v2 schema as a type of structured-merge-diff, which Kubernetes used to implement
// x-kubernetes-unions.
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

// A type owns the types inside it, and points into the schema from which it was read. The schema must outlive the type.
// Immutable after reading, so threads can share a type.
struct MergeType {
  struct Field {
    std::string_view name;
    std::unique_ptr<MergeType> type;
    json::Value default_value;  // null: no default
  };

  enum class Kind {
    kNumber,
    kString,
    kBool,
    kScalar,  // a string, a number or a boolean
    kList,
    kMap,
    kUntyped,  // any value, merged as a whole
    kDeduced,  // any value inside x-kubernetes-preserve-unknown-fields; objects are merged by member
  };

  // Returns the field with this name; nullptr if the type does not have it.
  const Field* Find(std::string_view name) const;

  Kind kind = Kind::kUntyped;
  bool is_atomic = false;              // whether a map or list is merged as a whole
  std::vector<std::string_view> keys;  // keys of the items of a list that is not atomic; empty: a set
  std::vector<Field> fields;           // fields of a map, sorted by name
  std::unique_ptr<MergeType> element;  // type of list items, and of members of a map that are not fields; may be null
  std::vector<Union> unions;
};

// Reads a type. Its requirements are stricter than those of a CRD: returns an error for a keyword that is not of
// OpenAPI v2, a list without items, a field in two unions, and a reference.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv ToSchema (v0.0.0-20211110012726), github.com/googleapis/gnostic
// openapiv2 NewSchema (v0.4.1).
base::Result<std::unique_ptr<MergeType>> ReadMergeType(const json::Value& schema);

// Returns an error with the path of the first value in `value` that does not conform to the type; Ok if all conform.
//
// Upstream: structured-merge-diff typed.Validate (v4.3.0).
base::Status CheckMergeType(const json::Value& value, const MergeType& type);

// An index of the items of a list by their keys, or by their values if the list is a set. Points into the list.
class ItemIndex {
 public:
  // `type` is the type of the list. If `list` is null or not a list, the index is empty.
  ItemIndex(const json::Value* list, const MergeType& type);

  // Returns the item with the same key as `item`; nullptr if none has it.
  const json::Value* Find(const json::Value& item) const;

 private:
  const MergeType& type_;
  std::unordered_map<std::string, const json::Value*> items_;
};

}  // namespace structural::unions
