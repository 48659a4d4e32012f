#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"
#include "cli/report/stored/report.h"
#include "schema/json/value.h"
#include "test/support/fake_transport.h"

namespace structural::cli {
namespace stored_test {

using Paths = std::vector<std::string>;

TEST(FieldPatternTest, MergesIndicesButNotKeys) {
  EXPECT_EQ("spec.a[*].b[*][*].c", FieldPattern("spec.a[0].b[12][3].c"));
  EXPECT_EQ("a[x].b[].c[1", FieldPattern("a[x].b[].c[1"));
  EXPECT_EQ("", FieldPattern(""));
}

TEST(CausePatternTest, MergesValuesAndIndices) {
  using json::Value;
  using kubernetes::FieldName;
  FieldName at{"spec.a[3].b"};
  EXPECT_EQ("spec.a[*].b: Invalid value: spec.a[*].b in body should be less than 5",
            CausePattern(kubernetes::InvalidError(at, Value::Int(7), "spec.a[3].b in body should be less than 5")));
  EXPECT_EQ("spec.a[*].b: Invalid value: a: is below 9",
            CausePattern(kubernetes::InvalidError(at, Value::String("x\": y"), "a: is below 9")));
  EXPECT_EQ("spec.a[*].b: Duplicate value", CausePattern(kubernetes::DuplicateError(at, Value::Int(80))));
  EXPECT_EQ("spec.a[*].b: Too many: must have at most 2 items", CausePattern(kubernetes::TooManyError(at, 3, 2)));
  EXPECT_EQ("spec.a[*].b: Required value", CausePattern(kubernetes::RequiredError(at)));
  EXPECT_EQ("no such version", CausePattern(kubernetes::MessageError("no such version")));
  EXPECT_EQ("Invalid value: failed rule: true",
            CausePattern({.field = "<nil>", .value = "1", .detail = "failed rule: true"}));
  kubernetes::FieldError composition = kubernetes::InvalidError({"<nil>"}, Value::String(""), "\"spec\" must not");
  composition.path.PushName("spec");
  composition.keyword = "not";
  EXPECT_EQ("spec: Invalid value: \"spec\" must not", CausePattern(composition));
}

TEST(PatternCountsTest, AnObjectCountsOnceForAPattern) {
  PatternCounts lost;
  lost.Add("one/a", Paths{"spec.l[0].x", "spec.l[1].x", "spec.y"});
  lost.Add("one/b", Paths{});
  lost.Add("one/c", Paths{"spec.y"});
  EXPECT_EQ(2U, lost.objects());
  ASSERT_EQ(2U, lost.entries().size());
  EXPECT_EQ(1U, lost.entries().at("spec.l[*].x").objects);
  EXPECT_EQ(2U, lost.entries().at("spec.y").objects);
  EXPECT_EQ("one/a", lost.entries().at("spec.y").first);
}

TEST(PatternCountsTest, CountsFurtherPatternsTogether) {
  PatternCounts lost;
  for (std::size_t i = 0; i < PatternCounts::kMaxPatterns + 5; ++i) {
    lost.Add("x", Paths{"k" + std::to_string(i)});
  }
  EXPECT_EQ(PatternCounts::kMaxPatterns, lost.entries().size());
  EXPECT_EQ(5U, lost.unlisted_objects());
}

TEST(PatternCountsTest, LongPatternsAreCutBetweenCharacters) {
  PatternCounts lost;
  lost.Add("x", Paths{"a" + [] {
             std::string text;
             for (std::size_t i = 0; i < PatternCounts::kMaxBytes; ++i) text += "é";
             return text;
           }()});
  const std::string& pattern = lost.entries().begin()->first;
  EXPECT_EQ(PatternCounts::kMaxBytes - 1 + std::string_view("…").size(), pattern.size());
  EXPECT_TRUE(pattern.ends_with("é…"));
}

class StoredKindTest : public testing::Test {
 protected:
  base::Result<StoredKind> Read(const char* json, crd::ApiVersion asked = crd::ApiVersion::kV1) {
    return ReadStoredKind(*json::Parser(arena_).Parse(json), asked);
  }
  base::Arena arena_;
};

TEST_F(StoredKindTest, HasTheStorageVersion) {
  const auto kind = Read(R"({"metadata": {"name": "foos.a.b"}, "spec": {"group": "a.b",
      "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"}, "version": "v0",
      "versions": [{"name": "v2", "storage": false}, {"name": "v1", "storage": true}],
      "preserveUnknownFields": true}})");
  ASSERT_TRUE(kind.ok());
  EXPECT_EQ("/apis/a.b/v1/foos", kind->CollectionPath(""));
  EXPECT_EQ("/apis/a.b/v1/namespaces/x/foos", kind->CollectionPath("x"));
  EXPECT_TRUE(kind->preserves_unknown_fields);
}

TEST_F(StoredKindTest, TheOldestCrdsHaveOneVersionAndPreserve) {
  const char* old = R"({"metadata": {"name": "foos.a.b"}, "spec": {"group": "a.b",
      "scope": "Cluster", "names": {"plural": "foos", "kind": "Foo"}, "version": "v0"}})";
  const auto kind = Read(old, crd::ApiVersion::kV1beta1);
  ASSERT_TRUE(kind.ok());
  EXPECT_EQ("v0", kind->version);
  EXPECT_FALSE(kind->namespaced);
  EXPECT_TRUE(kind->preserves_unknown_fields);
  EXPECT_FALSE(Read(old)->preserves_unknown_fields);
}

TEST_F(StoredKindTest, AVersionThatIsNotServedIsReadAsAnotherOne) {
  const auto read = [&](const char* served) {
    const std::string crd = std::string(R"({"spec": {"group": "a.b", "names": {"plural": "foos",
        "kind": "Foo"}, "versions": [{"name": "v1", "storage": true, "served": false},
        {"name": "v2", "served": false}, {"name": "v3", "served": )") +
                            served + "}]}}";
    return Read(crd.c_str())->version;
  };
  EXPECT_EQ("v3", read("true "));
  EXPECT_EQ("v1", read("false"));
}

TEST_F(StoredKindTest, NeedsNames) {
  for (const char* json : {"{}", "[]", R"({"spec": {"group": "a.b", "names": {"kind": "Foo"}}})"}) {
    EXPECT_FALSE(Read(json).ok()) << json;
  }
}

TEST(KindsOnServerTest, ACrdThatAListRepeatsIsReturnedOnce) {
  const std::string crd = R"({"metadata": {"name": "foos.a.b"}, "spec": {"group": "a.b", "names": {"plural": "foos",
      "kind": "Foo"}, "versions": [{"name": "v1", "storage": true}]}})";
  test::FakeTransport server;
  server.AnswerNext(
      "GET",
      kube::Response{
          200, {}, R"({"kind": "CustomResourceDefinitionList", "items": [)" + crd + "," + crd + "," + crd + "]}"});
  kube::Client client(server);
  const auto kinds = KindsOnServer(client, [](const StoredKind&) { return true; }, {});
  ASSERT_TRUE(kinds.ok()) << kinds.error().message();
  ASSERT_EQ(1U, kinds->size());
  EXPECT_EQ("foos.a.b", kinds->front().kind.crd);
}

// Returns the report for kinds with the given numbers of objects. The first object of each kind would lose a field.
std::string ReportOn(const std::vector<std::pair<const char*, std::size_t>>& kinds) {
  const auto report = NewStoredTextReport(false);
  std::string text = report->Begin();
  StoredSummary summary;
  for (const auto& [name, objects] : kinds) {
    StoredKind kind;
    kind.crd = name;
    kind.version = "v1";
    KindCounts counts;
    text += report->Kind(kind);
    for (std::size_t i = 0; i < objects; ++i) {
      StoredOutcome outcome;
      if (i == 0) outcome.lost = {"spec.a"};
      counts.Add("x/" + std::to_string(i), outcome);
      text += report->Object({"x", std::to_string(i)}, outcome);
    }
    text += report->EndKind({counts, {}, {}});
    summary.Add(counts, true);
  }
  return text + report->Sentence(summary);
}

TEST(StoredTextReportTest, KindsWithoutObjectsAreCounted) {
  EXPECT_EQ(
      "foos.a.b, read as v1\n  x/0: loses spec.a\n  1 of 2 objects would lose fields:\n"
      "    spec.a: 1 object, first x/0\n\n"
      "3 kinds, 2 objects: 0 would be refused, 0 tolerated until they change, 1 would lose fields, 0 would get "
      "defaults; 2 kinds without objects",
      ReportOn({{"bars.a.b", 0}, {"foos.a.b", 2}, {"gears.a.b", 0}}));
}

TEST(StoredTextReportTest, AKindWithANoteIsListed) {
  const auto report = NewStoredTextReport(false);
  StoredKind kind;
  kind.crd = "foos.a.b";
  kind.version = "v1";
  EXPECT_EQ("", report->Kind(kind));
  EXPECT_EQ("foos.a.b, read as v1\n  note: the server does not have this CRD\n  0 objects, no change\n\n",
            report->EndKind({{}, {"the server does not have this CRD"}, {}}));
}

}  // namespace stored_test
}  // namespace structural::cli
