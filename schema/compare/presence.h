// Presence: the members that every object has, as a server counts them after pruning and defaulting.
#pragma once

#include <string_view>
#include <vector>

#include "schema/compare/side.h"

namespace structural::compare {

// Returns the path of a member's schema.
kubernetes::FieldPath PlaceOfMember(const SchemaSide& object, std::string_view key);

// Returns the keys that one of the schemas specifies, and those in `more`, sorted and unique.
std::vector<std::string_view> KeysOf(const SchemaSide& from, const SchemaSide& to,
                                     std::span<const std::string_view> more);

// Whether the place accepts null.
bool AcceptsNull(const SchemaSide& side);

// Whether a member of the first schema may be a null that the second schema drops: a stored null, or a null map entry
// that the first schema replaces by its default.
bool MayDropNull(const MemberPlace& before, const MemberPlace& after);

// Returns the members of every object of a schema, sorted: the required ones. If the schema requires as many members as
// are possible, returns all possible ones.
std::vector<std::string_view> RequiredMembersOf(const SchemaSide& object);

// Returns false if the schema requires more members than are possible.
bool HasObjects(const SchemaSide& object);

// Members of objects that `from` accepts, as the server of `to` sees them, in the form of checks that all of them
// satisfy.
class Presence {
 public:
  Presence(const SchemaSide& from, const SchemaSide& to);
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

  // Members that every object has, sorted; some may be null.
  const std::vector<std::string_view>& always() const { return always_; }
  std::int64_t min() const { return static_cast<std::int64_t>(always_.size()); }
  // Maximum number of members; kSizes.max: no limit.
  std::int64_t max() const { return max_; }
  const objects::Checks& checks() const { return checks_; }

 private:
  void AddMember(const SchemaSide& from, const SchemaSide& to, std::string_view key, bool required);

  std::vector<std::string_view> always_;
  std::vector<objects::FieldChecks> fields_;  // possible members
  std::int64_t max_ = 0;
  objects::Limits limits_;
  objects::Checks checks_;
};

// Whether the schema limits the number of members, or has branches that may require some.
bool UsesPresence(const Conjuncts& to);

}  // namespace structural::compare
