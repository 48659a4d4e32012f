// Which members an object has, whatever it is: what a server counts after it has dropped and defaulted.
#pragma once

#include <string_view>
#include <vector>

#include "schema/compare/side.h"

namespace structural::compare {

// Where the schema of a member stands.
kubernetes::FieldPath PlaceOfMember(const Side& object, std::string_view key);

// The keys that one of the schemas has something to say of, and some more, sorted, each once.
std::vector<std::string_view> KeysOf(const Side& from, const Side& to, std::span<const std::string_view> more);

// Whether null is a value of the place.
bool TakesNull(const Side& side);

// Whether a member that is there for the first schema is a null that the second one drops: null, or null in an entry of a map
// whose default replaces it.
bool MayDropNull(const Part& before, const Part& after);

// The members that each object of a schema has, sorted: those that it requires, and all there may be where it demands that
// many.
std::vector<std::string_view> DemandedBy(const Side& object);

// False: it demands more members than there may be.
bool HasObjects(const Side& object);

// Of objects that `from` accepts, as the server of `to` sees them. As checks that hold for each of them.
class Presence {
 public:
  Presence(const Side& from, const Side& to);
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

  // Members that are always there, sorted; some may be null.
  const std::vector<std::string_view>& always() const { return always_; }
  std::int64_t least() const { return static_cast<std::int64_t>(always_.size()); }
  // kSizes.most where there may be any.
  std::int64_t most() const { return most_; }
  const objects::Checks& checks() const { return checks_; }

 private:
  void Look(const Side& from, const Side& to, std::string_view key, bool required);

  std::vector<std::string_view> always_;
  std::vector<objects::FieldChecks> fields_;  // that may be there
  std::int64_t most_ = 0;
  objects::Limits limits_;
  objects::Checks checks_;
};

// Whether the schema counts members, or asks for some in its branches.
bool UsesPresence(const Conjuncts& to);

}  // namespace structural::compare
