// The KEP's guarantees for clients that do not know a union, on generated unions and sequences of updates.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/unions/kep/normalize.h"
#include "schema/unions/union.h"
#include "test/support/dice.h"

namespace structural::test {
namespace normalize_kep_test {

using json::Member;
using json::Value;
using unions::Union;

constexpr std::string_view kFieldNames[] = {"a", "b", "c", "d", "e"};
constexpr std::string_view kValues[] = {"A", "B", "C", "D", "E"};

std::string Text(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

Union AnyUnion(Dice& dice) {
  Union of;
  if (dice.Percent(80)) of.discriminator = "kind";
  const int size = 1 + dice.Below(5);
  for (int i = 0; i < size; ++i) of.members.push_back({kFieldNames[i], kValues[i]});
  return of;
}

Value AnyObject(const Union& of, Dice& dice, base::Arena& arena) {
  std::vector<Member> members;
  for (const auto& member : of.members) {
    if (dice.Percent(35)) members.push_back({member.field, Value::Int(dice.Below(3))});
  }
  if (of.discriminator && dice.Percent(70)) {
    const auto chosen = static_cast<std::size_t>(dice.Below(6));
    const auto value = chosen < of.members.size() ? of.members[chosen].value : "Nothing";
    members.push_back({*of.discriminator, Value::String(value)});
  }
  members.push_back({"other", Value::Int(dice.Below(9))});
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

Value CopyOf(const Value& object, base::Arena& arena) {
  return Value::Object(arena.Copy(std::span<const Member>(object.members())));
}

void CheckStep(const Value& before, const Value& sent, const Union& of, base::Arena& arena) {
  Value now = CopyOf(sent, arena);
  unions::kep::NormalizeUnion(&before, now, of, arena);

  Value again = CopyOf(now, arena);
  unions::kep::NormalizeUnion(&before, again, of, arena);
  EXPECT_EQ(Text(now), Text(again)) << "idempotent";
  unions::kep::NormalizeUnion(&now, again, of, arena);
  EXPECT_EQ(Text(now), Text(again)) << "at rest";

  const auto set = unions::FindSetFields(&sent, of);
  const auto value = unions::DiscriminatorIn(&sent, of);
  const bool matches = !of.discriminator || (set.size() == 1 && set[0]->value == value);
  if (set.empty() || (set.size() == 1 && matches)) {
    EXPECT_EQ(Text(sent), Text(now)) << "left alone";
  }

  const auto added = unions::AddedFields(unions::FindSetFields(&before, of), set);
  const bool changed = !value.empty() && value != unions::DiscriminatorIn(&before, of);
  for (const auto* member : added) {
    const bool cleared = now.Find(member->field) == nullptr;
    EXPECT_TRUE(!cleared || (changed && value != member->value)) << "cleared what was just set";
  }
  if (changed || added.size() == 1) {
    EXPECT_LE(unions::FindSetFields(&now, of).size(), 1u);
  }
  EXPECT_EQ(Text(*sent.Find("other")), Text(*now.Find("other")));
}

TEST(NormalizeUnionAsKep, KeepsTheGuaranteesForClientsWithoutUnions) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    base::Arena arena;
    const Union of = AnyUnion(dice);
    Value stored = AnyObject(of, dice, arena);
    for (int step = 0; step < 6; ++step) {
      const Value sent = AnyObject(of, dice, arena);
      CheckStep(stored, sent, of, arena);
      Value now = CopyOf(sent, arena);
      unions::kep::NormalizeUnion(&stored, now, of, arena);
      stored = now;
    }
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace normalize_kep_test
}  // namespace structural::test
