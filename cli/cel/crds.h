// The CRDs that expressions are tried on.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cli {

// Lives as long as its CelCrds.
struct CelCrd {
  std::string json;
  std::string place;  // of it in its file, for people
  json::Value value = {};
  crd::CustomResourceDefinition crd = {};
};

// A version of a CRD, with its structural schema.
struct CelVersion {
  const CelCrd& crd;
  const crd::Version& version;
  std::size_t index;  // of the version
  const model::Structural& schema;
};

// The objects that are skipped, because they are of no CRD's kind. Not thread-safe.
class OtherKinds {
 public:
  void Add(const json::Value& object);
  std::size_t count() const { return count_; }
  // "2 objects of other kinds were skipped".
  std::string Text() const;
  // Why there is no other object. Precondition: there is one here.
  std::string Why() const;

 private:
  std::size_t count_ = 0;
  std::string first_;  // what is wrong with the first one
};

// Not thread-safe. Owns what it reads.
class CelCrds {
 public:
  // Adds the CRDs of a file or folder. Says on standard error what cannot be read.
  // -> the exit code.
  int Read(const std::vector<std::string>& paths);

  const std::deque<CelCrd>& all() const { return all_; }

  // The CRD of an object's kind; nullptr where there is none.
  const CelCrd* FindKind(const json::Value& object) const;

  // The version for an object, or for no object (null). `name` may be empty: then it is that of the
  // object, or the one that is stored. kInvalidInput: there is none, or several CRDs may be meant, as
  // two different ones of the object's kind;
  // kUnprocessable: its schema is missing or not structural.
  base::Result<CelVersion> Find(std::string_view name, const json::Value* object);

  // kUnprocessable where the schema is missing or not structural.
  base::Result<CelVersion> SchemaOf(const CelCrd& crd, std::size_t version);

  base::Arena& arena() { return arena_; }

 private:
  base::Result<const CelCrd*> FindCrd(const json::Value* object) const;

  base::Arena arena_;
  std::deque<CelCrd> all_;
};

}  // namespace structural::cli
