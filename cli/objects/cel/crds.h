// CelCrds: the CRDs of `structural cel`. The types in an expression are those of the schemas in these CRDs.
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
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cli {

// A CRD of CelCrds. Valid as long as the CelCrds.
struct CelCrd {
  std::string json;
  std::string place;  // file, line and column, for messages
  json::Value value = {};
  crd::CustomResourceDefinition crd = {};
};

// A version of a CRD, with its structural schema.
struct CelVersion {
  const CelCrd& crd;
  const crd::Version& version;
  std::size_t index;  // index of the version in the CRD's list
  const crd::Structural& schema;
};

// Counts the objects that were skipped because no CRD defines their kind. Not thread-safe.
class SkippedObjectCount {
 public:
  void Add(const json::Value& object);
  std::size_t count() const { return count_; }
  // Returns a text such as "2 objects of other kinds were skipped".
  std::string SkippedSentence() const;
  // Returns the reason why the first object was skipped and, if several were skipped, their number. Precondition: an
  // object was added.
  std::string ReasonText() const;

 private:
  std::size_t count_ = 0;
  std::string first_;  // reason why the first object was skipped
};

// Owns the CRDs that it reads. Not thread-safe.
class CelCrds {
 public:
  // Adds the CRDs of files and folders. Prints errors on standard error. Returns the exit code.
  int Read(const std::vector<std::string>& paths);

  const std::deque<CelCrd>& all() const { return all_; }

  // Returns the CRD of an object's kind, or nullptr.
  const CelCrd* FindKind(const json::Value& object) const;

  // Returns the version `name` of the CRD of `object` or, if `object` is null, of the only CRD. If `name` is empty,
  // returns the version in the object's apiVersion or, if `object` is null, the storage version. kInvalidInput: the
  // version does not exist, or several CRDs are possible, for example two different CRDs of the object's kind.
  // kUnprocessable: the schema of the version is missing or not structural.
  base::Result<CelVersion> Find(std::string_view name, const json::Value* object);

  // Returns the version with this index, and its structural schema. kUnprocessable: the schema is missing or not
  // structural.
  base::Result<CelVersion> SchemaOf(const CelCrd& crd, std::size_t version);

  base::Arena& arena() { return arena_; }

 private:
  base::Result<const CelCrd*> FindCrd(const json::Value* object) const;

  base::Arena arena_;
  std::deque<CelCrd> all_;
};

}  // namespace structural::cli
