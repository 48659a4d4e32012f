// Reads the types of a schema of structured-merge-diff from YAML, the format in upstream's tests.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/merge/type.h"

namespace structural::test {

// The types of a schema. Refers to the schema's text and the arena, which must outlive it.
//
// Upstream: sigs.k8s.io/structured-merge-diff schema/elements.go Schema (v6.4.2).
class TypeSchema {
 public:
  TypeSchema(const json::Value& schema, base::Arena& arena);

  // Returns the type with this name, or nullptr if the schema has no such type.
  const merge::Type* Find(std::string_view name) const;
  // Returns the name of the type, or an empty text if the type has no name.
  std::string_view NameOf(const merge::Type* type) const;

 private:
  struct Override {
    merge::Type* type;
    const merge::Type* of;
    std::string_view relationship;
  };
  void Fill(merge::Type& type, const json::Value& atom);
  const merge::MapType* Map(const json::Value& map);
  const merge::ListType* List(const json::Value& list);
  const merge::Type* Reference(const json::Value* reference);

  base::Arena& arena_;
  std::map<std::string_view, merge::Type*> named_;
  std::vector<Override> overrides_;
  std::vector<merge::ListType*> keyed_;
};

}  // namespace structural::test
