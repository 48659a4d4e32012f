// cases/compare: {"old": SCHEMA, "new": SCHEMA, "effect": E, "changes": ["CLAIM FIELD KEYWORD"]}: what `diff` finds in
// an update. A SCHEMA is that of the field .spec. With "versions", "old" and "new" are {"VERSION": SCHEMA} of complete
// objects, and the first version is the storage version. With "status", each version has a status subresource. A CLAIM
// is the effect of a change on objects, or another aspect of the change. A witness is a request that shows a change;
// the old server must store everything that the witness sets. A question mark after a CLAIM means that the change has
// none, an exclamation mark that the change breaks clients. "as it is read" means that the witness is an object that is
// already stored. "applies" has a text "RESULT BEFORE -> RESULT AFTER" for each change that a sequence of applies
// shows: the results of the last apply under the old and under the new CRD. A result has the conflicts of the apply,
// and what it stores in the field, with force if it has conflicts.
#include <gtest/gtest.h>

#include "crds.h"
#include "schema/compare/compare.h"
#include "server.h"
#include "test/support/cases.h"

namespace structural::test {
namespace change_cases_test {

using compare::Aspect;
using compare::Change;

std::string Described(const Change& change) {
  std::string text(change.aspect == Aspect::kObjects ? Name(change.effect) : Name(change.aspect));
  if (!change.certain()) text += "?";
  if (change.breaks_clients) text += "!";
  text += " " + (change.name.empty() ? compare::FieldText(change.field) : change.name);
  if (change.name.empty()) text += " " + std::string(change.keyword);
  if (change.witness && !change.witness->read_object.empty()) text += " as it is read";
  if (change.unlisted > 0) text += " and " + std::to_string(change.unlisted) + " more";
  return change.storage_version.empty() ? text : text + " of " + change.version + " by " + change.storage_version;
}

std::string CrdOfCase(const nlohmann::json& data, const char* side) {
  const nlohmann::json& schemas = data.at(side);
  if (!data.value("versions", false)) return CrdOf(schemas.dump(), data.value("version", ""));
  nlohmann::json subresources = nlohmann::json::object();
  if (data.value("status", false)) subresources["status"] = nlohmann::json::object();
  return CrdOfVersions(schemas, subresources);
}

// Checks that the old server, in the version of the witness's request, stores everything that the witness of the change
// sets.
void ExpectStored(const Change& change, const std::string& crd) {
  const std::string api = nlohmann::json::parse(change.witness->object).at("apiVersion");
  const Server old(crd, api.substr(api.find('/') + 1));
  ASSERT_TRUE(old.version != nullptr) << api;
  base::Arena arena;
  EXPECT_TRUE(StoresAllOf(*change.witness, old, arena)) << Described(change) << ": " << change.witness->object;
}

std::string Described(const compare::ApplyOutcome& outcome) {
  std::string text;
  for (const auto& conflict : outcome.conflicts)
    text += "conflict with " + conflict.manager + ": " + conflict.field + ", ";
  return text + outcome.changed_value;
}

class ChangeCase : public testing::TestWithParam<Case> {};

TEST_P(ChangeCase, HasTheExpectedChanges) {
  const auto& data = GetParam().data;
  const std::string before = CrdOfCase(data, "old"), after = CrdOfCase(data, "new");
  base::Arena arena;
  auto comparison = compare::Compare(before, after, arena);
  ASSERT_TRUE(comparison.ok()) << comparison.error().message();
  compare::FindWitnesses(before, after, *comparison, arena);
  std::vector<std::string> changes, applies;
  for (const Change& change : comparison->changes) {
    changes.push_back(Described(change));
    if (change.applies)
      applies.push_back(Described(change.applies->before) + " -> " + Described(change.applies->after));
    if (change.witness) ExpectStored(change, before);
  }
  EXPECT_EQ(data.at("changes").get<std::vector<std::string>>(), changes);
  if (data.contains("applies")) {
    EXPECT_EQ(data.at("applies").get<std::vector<std::string>>(), applies);
  }
  if (data.contains("effect")) {
    ASSERT_FALSE(comparison->versions.empty());
    EXPECT_EQ(data.at("effect"), Name(comparison->versions[0].effect));
  }
  EXPECT_TRUE(comparison->complete);
}

// Returns the CRD with a new description in each schema. A description affects no object.
std::string WithDescription(const std::string& crd) {
  nlohmann::json described = nlohmann::json::parse(crd);
  for (auto& version : described["spec"]["versions"]) {
    if (version.contains("schema")) version["schema"]["openAPIV3Schema"]["description"] = "another text";
  }
  return described.dump();
}

TEST_P(ChangeCase, DescriptionsAreNoChangeForObjects) {
  for (const char* side : {"old", "new"}) {
    const std::string crd = CrdOfCase(GetParam().data, side);
    base::Arena arena;
    const auto comparison = compare::Compare(crd, WithDescription(crd), arena);
    ASSERT_TRUE(comparison.ok()) << comparison.error().message();
    for (const Change& change : comparison->changes)
      EXPECT_EQ(Aspect::kTexts, change.aspect) << side << ": " << Described(change);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, ChangeCase, testing::ValuesIn(LoadCases("compare")), CaseName);

}  // namespace change_cases_test
}  // namespace structural::test
