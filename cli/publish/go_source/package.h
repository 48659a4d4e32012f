// Package: the types of several files, by name.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/publish/go_source/types.h"

namespace structural::go_source {

// A message and its place in a file. Plain data.
struct Diagnostic {
  std::string file;
  document::Position at;
  std::string text;
  bool error;

  auto operator<=>(const Diagnostic&) const = default;
};

// Collects messages without duplicates.
class Diagnostics {
 public:
  void Fail(const std::string& file, document::Position at, std::string text) {
    Add({file, at, std::move(text), true});
  }
  void AddNotice(const std::string& file, document::Position at, std::string text) {
    Add({file, at, "notice: " + std::move(text), false});
  }
  // Returns all diagnostics, sorted by file and place.
  const std::set<Diagnostic>& all() const { return all_; }
  bool has_errors() const;

 private:
  void Add(Diagnostic diagnostic) { all_.insert(std::move(diagnostic)); }

  std::set<Diagnostic> all_;
};

struct LocatedType {
  std::string file;
  Declaration declared;
};

// Owns the types; their addresses are stable. Not thread-safe while it is filled.
class Package {
 public:
  // Adds the types of a file. Reports a file of another package, and a type that already exists.
  void Add(const std::string& file, SourceFile source, Diagnostics& diagnostics);

  // Returns nullptr if no file declares the type.
  const LocatedType* Find(std::string_view name) const;

  // The types in the order of the files.
  const std::deque<LocatedType>& types() const { return types_; }

  // Returns the struct of a type, which may be a named type or a pointer. Returns nullptr if the type is not a struct,
  // or is not declared in the files. If the type has a name, sets `in` to its declaration.
  const Struct* StructOf(const Type& type, const LocatedType** in) const;

 private:
  std::string name_;
  std::deque<LocatedType> types_;
  std::map<std::string, const LocatedType*, std::less<>> by_name_;
};

// The union that a Go struct declares with the tags of KEP 1027 "Union types".
struct GoUnion {
  std::optional<std::string> discriminator;
  std::map<std::string, std::string> fields;  // Go names by JSON key
};

// A struct, and its place in a file.
struct LocatedStruct {
  const Struct& fields;
  const Markers& markers;
  std::string name;  // "Machine", or "Machine.Spec" for an unnamed struct
  const std::string& file;
  document::Position at;
};

// Returns the unions of a struct, including the unions of its embedded structs. +union makes all fields of the struct
// members of a union, +unionDeprecated makes one field a member, and +unionDiscriminator marks the discriminator.
// Reports declarations that the KEP forbids.
//
// Upstream: k8s.io/kube-openapi pkg/generators/union.go parseUnions.
std::vector<GoUnion> UnionsOf(const LocatedStruct& of, const Package& package, Diagnostics& diagnostics);

// The name of a struct, and its unions.
struct NamedUnions {
  std::string name;
  std::vector<GoUnion> unions;
};

// Returns the unions of all structs, sorted by the names of the structs.
std::vector<NamedUnions> ByType(const Package& package, Diagnostics& diagnostics);

// Returns the unions in the schema of a kind, by JSON Pointers from the root of the schema. In the schema, a field is a
// property, the element of a slice is in items, and the value of a map is in additionalProperties. Unions in types of
// other packages are not found. If `name` is empty, the kind is the only type that embeds TypeMeta and ObjectMeta and
// has unions; if several types do, an error is reported.
std::map<std::string, std::vector<GoUnion>> ByPointer(const Package& package, const std::string& name,
                                                      Diagnostics& diagnostics);

}  // namespace structural::go_source
