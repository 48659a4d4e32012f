// Tests of finding the pointer that a value had before a patch was applied.
#include <gtest/gtest.h>

#include "schema/fix/plan.h"

namespace structural::test {
namespace pointer_before_test {

using fix::Edit;
using Kind = Edit::Kind;

struct Way {
  std::vector<Edit> edits;
  const char* after;
  const char* before;
};

class PointerBefore : public testing::TestWithParam<Way> {};

TEST_P(PointerBefore, ReturnsThePointerBeforeThePatch) {
  EXPECT_EQ(GetParam().before, fix::PointerBefore(GetParam().edits, GetParam().after));
}

const Edit kAddList{Kind::kAdd, "/spec/versions", "[{}]"};
const Edit kMoveName{Kind::kMove, "/spec/versions/0/name", "", "/spec/version"};
const Edit kCopySchema{Kind::kCopy, "/spec/versions/0/schema", "", "/spec/validation"};
const Edit kAddOne{Kind::kAdd, "/a/1", "1"}, kRemoveOne{Kind::kRemove, "/a/1"};

INSTANTIATE_TEST_SUITE_P(
    Edits, PointerBefore,
    testing::Values(Way{{}, "/a/0", "/a/0"},                             //
                    Way{{{Kind::kAdd, "/a/b", "1"}}, "/a/b/c", "/a"},    // the patch adds /a/b: its parent
                    Way{{{Kind::kAdd, "/a/b", "1"}}, "/a/bc", "/a/bc"},  // /a/bc is another key, so it is unchanged
                    Way{{kAddOne}, "/a/2/c", "/a/1/c"},                  //
                    Way{{kAddOne}, "/a/0", "/a/0"},                      //
                    Way{{kAddOne}, "/a/1/c", "/a"},                      //
                    Way{{kAddOne}, "/a", "/a"},                          //
                    Way{{kRemoveOne}, "/a/1", "/a/2"},                   //
                    Way{{kRemoveOne}, "/a/0", "/a/0"},                   //
                    Way{{{Kind::kRemove, "/a/2"}, kRemoveOne}, "/a/1", "/a/3"},
                    Way{{{Kind::kRemove, "/a/b"}}, "/a/b", "/a/b"},        //
                    Way{{{Kind::kReplace, "/a/b", "1"}}, "/a/b", "/a/b"},  //
                    Way{{kAddList, kMoveName}, "/spec/versions/0/name", "/spec/version"},
                    Way{{kAddList, kMoveName}, "/spec/versions/0/storage", "/spec"},
                    Way{{kAddList, kCopySchema}, "/spec/versions/0/schema/a", "/spec/validation/a"}));

}  // namespace pointer_before_test
}  // namespace structural::test
