#include "document/builder.h"

#include <gtest/gtest.h>

namespace structural::document {
namespace builder_test {

class BuilderTest : public testing::Test {
 protected:
  void Member(const std::string& key, const std::string& value) {
    ++at_.line;
    builder_.Key(at_) += "\"" + key + "\"";
    builder_.EndKey();
    builder_.Value(at_) += value;
  }

  std::string Finished() {
    builder_.Finish();
    std::string json = document_.json;
    std::erase(json, ' ');
    return json;
  }

  Document document_;
  Builder builder_{document_};
  Position at_{0, 1};
};

TEST_F(BuilderTest, RemovesRepeatedMembers) {
  builder_.BeginObject(at_);
  Member("a", "1");
  Member("b", "2");
  Member("a", "3");
  Member("a", "4");
  builder_.EndObject();
  EXPECT_EQ("{\"b\":2,\"a\":4}", Finished());
}

TEST_F(BuilderTest, ReportsBothPlacesOfARepeatedKey) {
  builder_.BeginObject(at_);
  Member("a", "1");
  Member("b", "2");
  Member("a", "3");
  builder_.EndObject();
  ASSERT_EQ(1u, document_.duplicates.size());
  EXPECT_EQ("a", document_.duplicates[0].key);
  EXPECT_EQ(1u, document_.duplicates[0].first.line);
  EXPECT_EQ(3u, document_.duplicates[0].second.line);
}

// The builder finds a repeated key in a large object with another algorithm than in a small one.
TEST_F(BuilderTest, FindsRepeatedKeysAmongMany) {
  builder_.BeginObject(at_);
  std::string expected = "{";
  for (int i = 0; i < 5000; ++i) Member("k" + std::to_string(i), "0");
  for (int i = 0; i < 5000; ++i) {
    Member("k" + std::to_string(i), "1");
    expected += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  }
  builder_.EndObject();
  EXPECT_EQ(expected + "}", Finished());
  EXPECT_EQ(5000u, document_.duplicates.size());
}

TEST_F(BuilderTest, RemovesRepeatedMembersInRepeatedMembers) {
  constexpr int kLevels = 3000;
  for (int i = 0; i < kLevels; ++i) {
    builder_.BeginObject(at_);
    builder_.Key(at_) += "\"a\"";
    builder_.EndKey();
  }
  builder_.Value(at_) += "1";
  for (int i = 0; i < kLevels; ++i) {
    Member("a", "2");
    builder_.EndObject();
  }
  EXPECT_EQ("{\"a\":2}", Finished());
}

TEST_F(BuilderTest, MergesMembersInPlace) {
  builder_.BeginObject(at_);
  Member("a", "1");
  builder_.BeginMerge();
  Member("b", "2");
  builder_.BeginMerge();
  Member("a", "3");
  builder_.EndMerge();
  Member("b", "4");
  builder_.EndMerge();
  Member("c", "5");
  Member("c", "6");
  builder_.EndObject();
  EXPECT_EQ("{\"a\":3,\"b\":4,\"c\":6}", Finished());
  ASSERT_EQ(2u, document_.duplicates.size());  // a key is a duplicate only if it repeats within one object
  EXPECT_EQ("b", document_.duplicates[0].key);
  EXPECT_EQ("c", document_.duplicates[1].key);
}

TEST_F(BuilderTest, RepeatsAValueWithItsPlaces) {
  builder_.BeginArray(at_);
  Span span = builder_.BeginSpan();
  builder_.BeginObject({7, 3});
  Member("a", "1");
  Member("a", "2");
  builder_.EndObject();
  builder_.EndSpan(span);
  builder_.Repeat(span);
  builder_.EndArray();
  EXPECT_EQ("[{\"a\":2},{\"a\":2}]", Finished());
  const auto second = document_.json.rfind('{');
  EXPECT_EQ(7u, document_.At(second).line);
  EXPECT_EQ(2u, document_.At(document_.json.rfind("\"a\"")).line);
}

}  // namespace builder_test
}  // namespace structural::document
