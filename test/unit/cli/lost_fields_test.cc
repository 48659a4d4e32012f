#include "cli/objects/lost_report.h"

#include <gtest/gtest.h>

#include "cli/objects/stored_kind.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace lost_fields_test {

TEST(FieldPatternTest, IndicesAreOneKeysAreNot) {
  EXPECT_EQ("spec.a[*].b[*][*].c", FieldPattern("spec.a[0].b[12][3].c"));
  EXPECT_EQ("a[x].b[].c[1", FieldPattern("a[x].b[].c[1"));
  EXPECT_EQ("", FieldPattern(""));
}

TEST(LostFieldsTest, AnObjectCountsOnceForAField) {
  LostFields lost;
  lost.Add("one/a", {"spec.l[0].x", "spec.l[1].x", "spec.y"});
  lost.Add("one/b", {});
  lost.Add("one/c", {"spec.y"});
  EXPECT_EQ(3U, lost.objects());
  EXPECT_EQ(2U, lost.losing());
  ASSERT_EQ(2U, lost.fields().size());
  EXPECT_EQ(1U, lost.fields().at("spec.l[*].x").objects);
  EXPECT_EQ(2U, lost.fields().at("spec.y").objects);
  EXPECT_EQ("one/a", lost.fields().at("spec.y").first);
}

TEST(LostFieldsTest, KeysWithoutEndAreCountedTogether) {
  LostFields lost;
  for (std::size_t i = 0; i < LostFields::kMostFields + 5; ++i) {
    lost.Add("x", {"k" + std::to_string(i)});
  }
  EXPECT_EQ(LostFields::kMostFields, lost.fields().size());
  EXPECT_EQ(5U, lost.in_further_fields());
}

class StoredKindTest : public testing::Test {
 protected:
  base::Result<StoredKind> Read(const char* json, crd::ApiVersion asked = crd::ApiVersion::kV1) {
    return ReadStoredKind(*json::Parser(arena_).Parse(json), asked);
  }
  base::Arena arena_;
};

TEST_F(StoredKindTest, TheVersionIsTheOneThatIsStored) {
  const auto kind = Read(R"({"metadata": {"name": "foos.a.b"}, "spec": {"group": "a.b",
      "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"}, "version": "v0",
      "versions": [{"name": "v2", "storage": false}, {"name": "v1", "storage": true}],
      "preserveUnknownFields": true}})");
  ASSERT_TRUE(kind.ok());
  EXPECT_EQ("/apis/a.b/v1/foos", kind->Collection(""));
  EXPECT_EQ("/apis/a.b/v1/namespaces/x/foos", kind->Collection("x"));
  EXPECT_TRUE(kind->preserves);
}

TEST_F(StoredKindTest, TheOldestCrdsHaveOneVersionAndPreserve) {
  const char* old = R"({"metadata": {"name": "foos.a.b"}, "spec": {"group": "a.b",
      "scope": "Cluster", "names": {"plural": "foos", "kind": "Foo"}, "version": "v0"}})";
  const auto kind = Read(old, crd::ApiVersion::kV1beta1);
  ASSERT_TRUE(kind.ok());
  EXPECT_EQ("v0", kind->version);
  EXPECT_FALSE(kind->namespaced);
  EXPECT_TRUE(kind->preserves);
  EXPECT_FALSE(Read(old)->preserves);
}

TEST_F(StoredKindTest, WithoutNamesThereIsNoKind) {
  for (const char* json : {"{}", "[]", R"({"spec": {"group": "a.b", "names": {"kind": "Foo"}}})"}) {
    EXPECT_FALSE(Read(json).ok()) << json;
  }
}

}  // namespace lost_fields_test
}  // namespace structural::cli
