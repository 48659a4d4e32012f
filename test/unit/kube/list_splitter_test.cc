// Tests of the splitter of lists in JSON. The bytes of a list arrive in blocks. For any division into blocks, the
// splitter must return the same complete items, and find the same errors.
#include "kube/list_splitter.h"

#include <gtest/gtest.h>

#include "split_list.h"

namespace structural::kube {
namespace list_splitter_test {

using base::ErrorCode;

TEST(ListSplitter, ItemsComeWholeWhereverTheListIsCut) {
  const std::string list = R"( {"kind": "L", "note" : "\"items\":[{", "metadata":
    {"resourceVersion": "7", "items": [{"not": "one"}]}, "items" : [ {"a": "]}\\\"", "b": [{}]} ,
    {"items": [{"c": 1}]}], "more": {"items": [ {} ]}} )";
  for (size_t piece = 1; piece <= list.size(); ++piece) {
    const SplitOutcome outcome = SplitList(list, piece);
    EXPECT_EQ("", outcome.error);
    EXPECT_EQ((std::vector<std::string>{R"({"a": "]}\\\"", "b": [{}]})", R"({"items": [{"c": 1}]})"}), outcome.items)
        << piece;
    EXPECT_EQ("7", outcome.page.resource_version);
  }
}

TEST(ListSplitter, MistakesAreFoundWhereverTheListIsCut) {
  for (const std::string list :
       {"", "[]", "{", "{}", R"({"items":{}})", R"({"items":[1]})", R"({"items":[{]})", R"({"items":[{}{}]})",
        R"({"items":[,{}]})", R"({"items":[{},,{}]})", R"({"items":["{}"]})", R"({"items":[{"a":)", R"({"items":[{}])",
        R"({"items":[]} x)", R"({"items":[{"a" 1}]})", R"({"metadata":{"resourceVersion":"7")"}) {
    for (size_t piece = 1; piece <= list.size() + 1; ++piece) {
      EXPECT_NE("", SplitList(list, piece).error) << list << " " << piece;
    }
  }
}

TEST(ListSplitter, MetadataIsBounded) {
  ListSplitter splitter([](std::string_view) {});
  const std::string block(size_t{1} << 16, 'x');
  base::Status fed = splitter.Feed("{\"a\":\"");
  for (int i = 0; i < 17 && fed.ok(); ++i) fed = splitter.Feed(block);
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, fed.error().code());
}

TEST(ListSplitter, AnItemIsBounded) {
  ListSplitter splitter([](std::string_view) {});
  const std::string block(size_t{1} << 20, ' ');
  base::Status fed = splitter.Feed("{\"items\":[{");
  for (int i = 0; i < 5 && fed.ok(); ++i) fed = splitter.Feed(block);
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, fed.error().code());
}

}  // namespace list_splitter_test
}  // namespace structural::kube
