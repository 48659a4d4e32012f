// Package: the types of several files, by their names.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/unions/go/types.h"

namespace structural::go_source {

// What there is to say of a place in a file. Plain data.
struct Diagnostic {
  std::string file;
  document::Position at;
  std::string text;
  bool error;

  auto operator<=>(const Diagnostic&) const = default;
};

// Each once, however often it is told.
class Diagnostics {
 public:
  void Fail(const std::string& file, document::Position at, std::string text) {
    Add({file, at, std::move(text), true});
  }
  void Notice(const std::string& file, document::Position at, std::string text) {
    Add({file, at, "notice: " + std::move(text), false});
  }
  // By file and place.
  const std::set<Diagnostic>& all() const { return all_; }
  bool has_errors() const;

 private:
  void Add(Diagnostic diagnostic) { all_.insert(std::move(diagnostic)); }

  std::set<Diagnostic> all_;
};

struct TypeIn {
  std::string file;
  Declaration declared;
};

// Owns the types; they stay where they are. Not thread-safe while it is filled.
class Package {
 public:
  // Tells where the file is of another package, or has a type that is there already.
  void Add(const std::string& file, SourceFile source, Diagnostics& diagnostics);

  // nullptr: it is in none of the files.
  const TypeIn* Find(std::string_view name) const;

  // In the order in which they came.
  const std::deque<TypeIn>& types() const { return types_; }

  // The struct that a type is, perhaps by its name or behind a pointer; nullptr: it is none, or in
  // none of the files. `in` becomes where its name is declared, if it has one.
  const Struct* StructOf(const Type& type, const TypeIn** in) const;

 private:
  std::string name_;
  std::deque<TypeIn> types_;
  std::map<std::string, const TypeIn*, std::less<>> by_name_;
};

// The unions that Go types declare by the tags of KEP 1027 "Union types".
struct GoUnion {
  std::optional<std::string> discriminator;
  std::map<std::string, std::string> fields;  // by their key in JSON: the name in Go
};

// A struct, and where it is.
struct StructAt {
  const Struct& fields;
  const Markers& markers;
  std::string name;  // as "Machine", or "Machine.Spec" where it has none of its own
  const std::string& file;
  document::Position at;
};

// Those of a struct, and of the structs that it embeds: +union makes all its fields members,
// +unionDeprecated one of them, and +unionDiscriminator names what tells them apart. Tells what the
// KEP forbids.
//
// Upstream: k8s.io/kube-openapi pkg/generators/union.go parseUnions.
std::vector<GoUnion> UnionsOf(const StructAt& of, const Package& package, Diagnostics& diagnostics);

// What the unions of Go types are as a declaration for CRDs.

// Unions, by the name of the struct that they are of.
struct NamedUnions {
  std::string name;
  std::vector<GoUnion> unions;
};

// Those of all structs, in the order of their names.
std::vector<NamedUnions> ByType(const Package& package, Diagnostics& diagnostics);

// Those of the schema of a kind, by JSON Pointers from its root: fields are properties, elements of
// slices items, those of maps additionalProperties. Types of other packages have none. `name` may
// be empty: then it is the kind that embeds TypeMeta and ObjectMeta and has any; it is an error if
// there are several.
std::map<std::string, std::vector<GoUnion>> ByPointer(const Package& package,
                                                      const std::string& name,
                                                      Diagnostics& diagnostics);

}  // namespace structural::go_source
