// Package: the Go types that the files of one package declare, by name.
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

// A message about a place in a Go file. Plain data.
struct Diagnostic {
  std::string file;
  document::Position at;
  std::string text;
  bool error;

  auto operator<=>(const Diagnostic&) const = default;
};

// Collects messages, and drops duplicates.
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

// A type, and the file that declares it.
struct LocatedType {
  std::string file;
  Declaration declaration;
};

// Owns the types; their addresses are stable. Not thread-safe while it is filled.
class Package {
 public:
  // Adds the types of a file. If the file is of another package, or declares a type that another file declares, adds an
  // error to `diagnostics`.
  void Add(const std::string& file, SourceFile source, Diagnostics& diagnostics);

  // Returns nullptr if no file declares the type.
  const LocatedType* Find(std::string_view name) const;

  // Returns the types in the order of the files.
  const std::deque<LocatedType>& types() const { return types_; }

  // Returns the struct of a type. Follows pointers and names of types. Returns nullptr if the type is not a struct, or
  // is not declared in the files. If the type has a name, sets *in to the declaration that has the struct.
  const Struct* StructOf(const Type& type, const LocatedType** in) const;

 private:
  std::string name_;
  std::deque<LocatedType> types_;
  std::map<std::string, const LocatedType*, std::less<>> by_name_;
};

// The union that a Go struct declares with the tags of KEP 1027 "Union types".
struct GoUnion {
  std::optional<std::string> discriminator;
  std::map<std::string, std::string> fields;  // Go names of the members, by JSON key
};

// A struct, and its place in a file.
struct LocatedStruct {
  const Struct& fields;
  const Markers& markers;
  std::string name;  // "Machine", or "Machine.Spec" for an unnamed struct
  const std::string& file;
  document::Position at;
};

// Returns the unions of a struct, including those of its embedded structs. The marker +union makes all fields of the
// struct members of a union; +unionDeprecated makes one field a member; +unionDiscriminator marks the discriminator.
// Adds an error for each declaration that the KEP on union types forbids.
//
// Upstream: k8s.io/kube-openapi pkg/generators/union.go parseUnions.
std::vector<GoUnion> UnionsOf(const LocatedStruct& of, const Package& package, Diagnostics& diagnostics);

// The name of a struct, and its unions.
struct NamedUnions {
  std::string name;
  std::vector<GoUnion> unions;
};

// Returns the unions of all structs that declare any, sorted by the names of the structs.
std::vector<NamedUnions> UnionsByType(const Package& package, Diagnostics& diagnostics);

// Returns the unions of the kind `name` and of all structs in it, by the JSON Pointers of their schemas in the schema
// of the kind. Unions in types of other packages are not found. If `name` is empty, the kind is the only type that
// embeds TypeMeta and ObjectMeta and has unions; if several types do, adds an error.
std::map<std::string, std::vector<GoUnion>> UnionsByPointer(const Package& package, const std::string& name,
                                                            Diagnostics& diagnostics);

}  // namespace structural::go_source
