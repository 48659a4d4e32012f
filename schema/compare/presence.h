// Presence: the members that every object has when a server counts them, which is after pruning and defaulting.
#pragma once

#include <string_view>
#include <vector>

#include "schema/compare/side.h"

namespace structural::compare {

// Returns the path of a member's schema.
kubernetes::FieldPath PlaceOfMember(const SchemaSide& object, std::string_view key);

// Returns the keys that one of the two schemas specifies, and those in `more`, sorted and unique.
std::vector<std::string_view> KeysOf(const SchemaSide& from, const SchemaSide& to,
                                     std::span<const std::string_view> more);

// Whether the place accepts null.
bool AcceptsNull(const SchemaSide& side);

// Whether a server with the second schema may drop a null that a server with the first schema accepts in the member.
// The first server stores the null or, in a map entry, replaces it by the default.
bool MayDropNull(const MemberPlace& before, const MemberPlace& after);

// Returns the members that a schema requires of every object, sorted. If the schema requires as many members as are
// possible, returns all possible members.
std::vector<std::string_view> RequiredMembersOf(const SchemaSide& object);

// Whether the schema can accept an object. It accepts none if it requires more members than are possible.
bool HasObjects(const SchemaSide& object);

// The members of the objects that `from` accepts, after the server of `to` has pruned and defaulted them. checks() are
// checks that all these objects satisfy.
class Presence {
 public:
  Presence(const SchemaSide& from, const SchemaSide& to);
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

  // Members that every object has, sorted; some may be null.
  const std::vector<std::string_view>& always_present() const { return always_; }
  std::int64_t min_members() const { return static_cast<std::int64_t>(always_.size()); }
  // Maximum number of members; kAllSizes.max: no limit.
  std::int64_t max_members() const { return max_; }
  const objects::Checks& checks() const { return checks_; }

 private:
  void AddMember(const SchemaSide& from, const SchemaSide& to, std::string_view key, bool required);

  std::vector<std::string_view> always_;
  std::vector<objects::FieldChecks> fields_;  // possible members
  std::int64_t max_ = 0;
  objects::Limits limits_;
  objects::Checks checks_;
};

// Whether the result of `to` depends on the presence of members: it limits their number, or has branches that may
// require some.
bool UsesPresence(const Conjuncts& to);

}  // namespace structural::compare
