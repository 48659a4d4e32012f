// Tests of operations on objects for which the full answer would be many times as long as the object. Up to the budget,
// the answer must equal that of Kubernetes. One text replaces the part beyond the budget.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schema/base/output_budget.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/objects/default_values.h"
#include "schema/objects/kep/prune.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::test {
namespace budget_test {

using Texts = std::vector<std::string>;
using crd::Structural;
using json::Value;

std::string Times(const std::string& text, int times) {
  std::string all = text;
  for (int i = 1; i < times; ++i) all.append(",").append(text);
  return all;
}

struct Line {
  Line(std::string schema_text, std::string object_text)
      : texts{std::move(schema_text), std::move(object_text)}, object(*json::Parser(arena).Parse(texts[1])) {
    json::JsonReader in(texts[0], arena);
    crd::DecodeSchema(in, arena, props);
    schema = std::get<0>(crd::NewStructural(props, arena));
  }

  Texts Errors() {
    return kubernetes::TextsOf(objects::ValidateValue({}, *objects::CompileChecks(props, arena), object));
  }
  Texts MetaErrors() {
    return kubernetes::TextsOf(objects::ValidateObjectMeta(kubernetes::ObjectPath(), object, schema, true).Take());
  }

  std::string texts[2];
  base::Arena arena;
  crd::JSONSchemaProps props;
  const Structural* schema = nullptr;
  Value object;
};

// The work budget must be charged for the states that a match adds to the automaton of its pattern. They may be added
// again and again: a check of many long patterns discards automata, because the cache has space for only a few.
TEST(WorkBudget, AMatchIsChargedForNewStates) {
  Line line(R"({"type": "string", "pattern": "^a{501}"})", "\"" + std::string(501, 'a') + "\"");
  base::WorkBudget work(1'000'000);
  const auto& checks = *objects::CompileChecks(line.props, line.arena);
  EXPECT_TRUE(objects::ValidateValue({}, checks, line.object, {}, &work).empty());
  const auto first = 1'000'000 - work.left();
  EXPECT_GT(first, 48 * 501);
  EXPECT_TRUE(objects::ValidateValue({}, checks, line.object, {}, &work).empty());
  EXPECT_LT(1'000'000 - work.left() - first, 200) << "the states are cached";
}

// Checks that the answer for `whole` is cut short, and begins like the answer for `part`.
void ExpectCutShort(const Texts& whole, const Texts& part) {
  std::size_t bytes = 0;
  for (const std::string& text : whole) bytes += text.size();
  EXPECT_LE(bytes, base::OutputBudget::kMaxKeptBytes + base::kTruncated.size());
  ASSERT_GT(whole.size(), part.size());
  EXPECT_EQ(base::kTruncated, whole.back());
  ASSERT_FALSE(part.empty());
  EXPECT_NE(base::kTruncated, part.back());
  EXPECT_EQ(part, Texts(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(part.size())));
}

std::string Numbered(const std::string& before, int times, const std::string& after) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    all.append(i == 0 ? "" : ",").append(before).append(std::to_string(i)).append(after);
  }
  return all;
}

const std::string kKey(100'000, 'k');  // a key that makes every path long

TEST(Budget, ErrorsThatPrintAnEnum) {
  const std::string schema = R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"string","enum":[)" +
                             Numbered("\"e", 1'000, "\"") + "]}}}}";
  ExpectCutShort(Line(schema, R"({"a":[)" + Times("\"x\"", 5'000) + "]}").Errors(),
                 Line(schema, R"({"a":[)" + Times("\"x\"", 10) + "]}").Errors());
}

TEST(Budget, LongPathsOfItems) {
  const std::string schema =
      R"({"type":"object","properties":{")" + kKey + R"(":{"type":"array","items":{"type":"string"}}}})";
  const auto object = [](int items) { return R"({")" + kKey + R"(":[)" + Times("1", items) + "]}"; };
  ExpectCutShort(Line(schema, object(1'000)).Errors(), Line(schema, object(3)).Errors());
}

// The value fails in each branch, with an error that prints the value. Only the errors of one branch are reported, so
// the others must not use up the budget.
TEST(Budget, ErrorsOfOmittedBranchesDoNotCount) {
  const std::string schema =
      R"({"type":"object","properties":{"a":{"type":"string","anyOf":[)" + Times(R"({"pattern":"^b$"})", 300) + "]}}}";
  const Texts errors = Line(schema, R"({"a":")" + std::string(40'000, 'x') + "\"}").Errors();
  ASSERT_EQ(2u, errors.size());
  EXPECT_NE(base::kTruncated, errors.back());
}

// For each controller among the owners after the first one, an error lists all owners.
TEST(Budget, ControllersOfOneObject) {
  const auto meta = [](int owners) {
    return R"({"apiVersion":"v1","kind":"A","metadata":{"name":"a","ownerReferences":[)" +
           Times(R"({"apiVersion":"v1","kind":"A","name":"n","uid":"u","controller":true})", owners) + "]}}";
  };
  const Texts errors = Line(R"({"type":"object"})", meta(3)).MetaErrors();
  EXPECT_EQ(1u, errors.size());  // equal errors are reported once
  const auto named = [](int owners) {
    return R"({"apiVersion":"v1","kind":"A","metadata":{"name":"a","ownerReferences":[)" +
           Numbered(R"({"apiVersion":"v1","kind":"A","name":"n)", owners, R"(","uid":"u","controller":true})") + "]}}";
  };
  const Texts whole = Line(R"({"type":"object"})", named(2'000)).MetaErrors();
  EXPECT_EQ(base::kTruncated, whole.back());
  std::size_t bytes = 0;
  for (const std::string& text : whole) bytes += text.size();
  EXPECT_LE(bytes, base::OutputBudget::kMaxKeptBytes + base::kTruncated.size());
}

TEST(Budget, InvalidCharactersOfAManager) {
  const auto meta = [](int characters) {
    std::string manager;
    for (int i = 0; i < characters; ++i) manager += "\\u0001";
    return R"({"apiVersion":"v1","kind":"A","metadata":{"name":"a","managedFields":[{"manager":")" + manager +
           R"(","operation":"Apply"}]}})";
  };
  const Texts errors = Line(R"({"type":"object"})", meta(20'000)).MetaErrors();
  EXPECT_EQ(base::kTruncated, errors.back());
  EXPECT_EQ(100u, Line(R"({"type":"object"})", meta(100)).MetaErrors().size());
}

TEST(Budget, RepeatedItemsOfSets) {
  const std::string schema = R"({"type":"object","properties":{")" + kKey +
                             R"(":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"integer"}}}})";
  const auto errors = [&](int items) {
    Line line(schema, R"({")" + kKey + R"(":[)" + Numbered("", items, "") + "," + Numbered("", items, "") + "]}");
    return kubernetes::TextsOf(objects::ValidateListTypes(kubernetes::ObjectPath(), line.schema, line.object).Take());
  };
  const Texts whole = errors(200);
  EXPECT_EQ(base::kTruncated, whole.back());
  EXPECT_EQ(3u, errors(3).size());
}

TEST(Budget, FieldsThatPruningDrops) {
  const std::string schema = R"({"type":"object","properties":{")" + kKey + R"(":{"type":"object"}}})";
  Line line(schema, R"({")" + kKey + R"(":{)" + Numbered("\"x", 1'000, "\":0") + "}}");
  Texts dropped;
  objects::Prune(line.object, line.schema, false, &dropped);
  EXPECT_EQ(base::kTruncated, dropped.back());
  EXPECT_TRUE(line.object.Find(kKey)->members().empty()) << "all are dropped";
}

TEST(Budget, FieldsThatPruningOfTheKepDrops) {
  base::Arena arena;
  const std::string schema_text = R"({"type":"object","properties":{")" + kKey + R"(":{"properties":{"a":{}}}}})";
  const std::string object_text = R"({")" + kKey + R"(":{)" + Numbered("\"x", 1'000, "\":0") + "}}";
  const Value schema = *json::Parser(arena).Parse(schema_text);
  Value object = *json::Parser(arena).Parse(object_text);
  const auto dropped = objects::kep::Prune(object, schema, objects::kep::Nesting::kAllowed, arena);
  ASSERT_TRUE(dropped.ok());
  EXPECT_EQ(base::kTruncated, dropped->back());
}

TEST(Budget, FieldsThatObjectMetaDoesNotHave) {
  Line line(R"({"type":"object","properties":{")" + kKey +
                R"(":{"type":"array","items":{"type":"object","x-kubernetes-embedded-resource":true}}}})",
            R"({")" + kKey + R"(":[)" + Times(R"({"apiVersion":"v1","kind":"A","metadata":{"x":1}})", 200) + "]}");
  const auto coerced = objects::CoerceObjectMeta(kubernetes::ObjectPath(), line.object, line.schema, true,
                                                 objects::MalformedMetadata::kIsAnError, line.arena);
  EXPECT_FALSE(coerced.error);
  EXPECT_EQ(base::kTruncated, coerced.unknown.back());
}

TEST(Budget, ErrorsOfDefaults) {
  const auto errors = [](int defaults) {
    Line line(R"({"type":"object","properties":{")" + kKey + R"(":{"type":"object","properties":{)" +
                  Numbered("\"f", defaults, R"(":{"type":"string","default":1})") + "}}}}",
              "{}");
    return kubernetes::TextsOf(objects::ValidateDefaults({}, line.schema, {}, line.arena));
  };
  EXPECT_EQ(base::kTruncated, errors(500).back());
  EXPECT_EQ(3u, errors(3).size());
}

// Each default is inserted into a copy of all objects that contain it, so the copies need a limit of memory.
TEST(Budget, MemoryOfDeepDefaults) {
  std::string leaf =
      R"({"type":"object","properties":{)" + Numbered("\"f", 2'000, R"(":{"type":"integer","default":1})") + "}}";
  for (int i = 0; i < 500; ++i) leaf = R"({"type":"object","properties":{"a":)" + leaf + "}}";
  Line line(leaf, "{}");
  ASSERT_TRUE(objects::PruneDefaults(*line.schema, line.arena).ok());
  EXPECT_LT(line.arena.peak_bytes(), 64 * leaf.size());
}

// Returns a schema with `levels` nested branches, none of which accepts the value.
std::string Branches(int levels) {
  std::string schema = R"({"maximum":1})";
  for (int i = 0; i < levels; ++i) schema = R"({"oneOf":[{"maximum":1},{"not":)" + schema + R"(},{"enum":[1,2]}]})";
  return R"({"type":"integer",)" + schema.substr(1);
}

TEST(Budget, WorkIsCountedByVisits) {
  const auto spent = [](int levels) {
    Line line(Branches(levels), "7");
    base::WorkBudget work(1'000'000);
    objects::ValidateValue({}, *objects::CompileChecks(line.props, line.arena), line.object, {}, &work);
    return 1'000'000 - work.left();
  };
  EXPECT_GT(spent(50), 100);
  EXPECT_LT(spent(200), 5 * spent(50));
}

TEST(Budget, WithoutWorkNothingIsValid) {
  for (const std::string text : {"7", "1"}) {
    Line line(Branches(50), text);
    base::WorkBudget work(20);
    const auto errors =
        objects::ValidateValue({}, *objects::CompileChecks(line.props, line.arena), line.object, {}, &work);
    EXPECT_TRUE(work.exhausted());
    ASSERT_FALSE(errors.empty()) << text;
    EXPECT_EQ(kubernetes::TruncatedError(), errors.back());
  }
}

TEST(Budget, PatternsAndEnumsAreWork) {
  const auto spent = [](const std::string& schema, const std::string& object) {
    Line line(schema, object);
    base::WorkBudget work(1'000'000);
    objects::ValidateValue({}, *objects::CompileChecks(line.props, line.arena), line.object, {}, &work);
    return 1'000'000 - work.left();
  };
  const std::string text = "\"" + std::string(16'000, 'a') + "\"";
  EXPECT_LT(spent(R"({"type":"string"})", text), 10);
  EXPECT_GT(spent(R"({"type":"string","pattern":"^a*$"})", text), 1'000);
  EXPECT_GT(spent(R"({"type":"string","pattern":"^\\pL{1000}$"})", "\"a\""), 200);
  EXPECT_GT(spent(R"({"type":"string","enum":[)" + Numbered("\"e", 500, "\"") + "]}", "\"a\""), 500);
}

}  // namespace budget_test
}  // namespace structural::test
