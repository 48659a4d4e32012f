// Package: the types of several files, by their names.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>

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

}  // namespace structural::go_source
