// cases/suite/patch: a JSON Patch, the document `before`, and the result, or the reason for which the patch cannot be
// applied.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schema/base/stack.h"
#include "schema/json/patch.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "test/support/cases.h"

namespace structural::test {
namespace patch_cases_test {

class PatchCase : public testing::TestWithParam<Case> {};

TEST_P(PatchCase, IsApplied) {
  const auto& data = GetParam().data;
  base::Arena arena;
  const std::string before = data.at("before").dump(), patch = data.at("patch").dump();
  json::Value root = *json::Parser(arena).Parse(before);
  const auto operations = json::Parser(arena).Parse(patch);
  const base::Status done = json::ApplyPatch(*operations, root, arena);
  EXPECT_EQ(data.value("error", ""), done.ok() ? "" : done.error().message());
  if (!done.ok()) return;
  std::string after;
  json::AppendJson(root, after);
  EXPECT_EQ(data.at("after").dump(), after);
}

INSTANTIATE_TEST_SUITE_P(Data, PatchCase, testing::ValuesIn(LoadCases("suite/patch")), CaseName);

// The result of a patch: the error, or the bytes of the patched JSON. `memory` is the number of bytes that the patch
// has allocated.
struct Applied {
  std::string error;
  std::size_t json = 0;
  std::size_t memory = 0;
};

Applied Apply(const std::string& before, const std::vector<std::string>& operations) {
  base::Arena arena;
  json::Value root = *json::Parser(arena).Parse(before);
  std::string patch = "[";
  for (const std::string& each : operations) patch += (patch.size() > 1 ? "," : "") + each;
  patch += "]";
  const json::Value parsed = *json::Parser(arena).Parse(patch);
  const std::size_t memory = arena.bytes();
  const base::Status done = json::ApplyPatch(parsed, root, arena);
  if (!done.ok()) return {done.error().message(), 0, arena.bytes() - memory};
  std::string after;
  json::AppendJson(root, after);
  return {"", after.size(), arena.bytes() - memory};
}

std::string Copy(const std::string& from, const std::string& path) {
  return R"({"op": "copy", "from": ")" + from + R"(", "path": ")" + path + R"("})";
}

TEST(PatchLimits, CopiesAreCountedAsAnApiServerDoes) {
  std::vector<std::string> doubling;
  for (int i = 0; i < 40; ++i) doubling.push_back(Copy("/spec", "/spec/c" + std::to_string(i)));
  const Applied applied = Apply(R"({"spec": {"a": 1}})", doubling);
  EXPECT_TRUE(applied.error.ends_with(" bytes, and an API server allows 3145728")) << applied.error;
  EXPECT_GT(json::kMaxPatchMemoryBytes, applied.memory);
  // The text is so long that one copy of it is below the limit of copied bytes, and two exceed this limit.
  const std::string text = '"' + std::string(json::kMaxPatchCopyBytes - 2, 'x') + '"';
  EXPECT_EQ("", Apply(R"({"a": )" + text + "}", {Copy("/a", "/b")}).error);
  EXPECT_NE("", Apply(R"({"a": )" + text + "}", {Copy("/a", "/b"), Copy("/c", "/d")}).error);
}

TEST(PatchLimits, OperationsAreCounted) {
  const std::vector<std::string> max(json::kMaxPatchOperations, R"({"op": "add", "path": "/a", "value": 1})");
  EXPECT_EQ("", Apply("{}", max).error);
  std::vector<std::string> more = max;
  more.push_back(more.front());
  EXPECT_EQ("the patch has 10001 operations, and an API server allows 10000", Apply("{}", more).error);
}

TEST(PatchLimits, MembersThatAreAddedOneByOneDoNotTakeAllMemory) {
  std::vector<std::string> adds;
  for (std::size_t i = 0; i < json::kMaxPatchOperations; ++i) {
    adds.push_back(R"({"op": "add", "path": "/a)" + std::to_string(i) + R"(", "value": 1})");
  }
  const Applied applied = Apply("{}", adds);
  EXPECT_TRUE(applied.error.ends_with("the patch takes more than 256 MiB of memory up to here")) << applied.error;
  EXPECT_GT(json::kMaxPatchMemoryBytes + (std::size_t{8} << 20), applied.memory);
}

void TryLevels() {
  std::vector<std::string> nesting;
  std::string innermost = "/a";
  for (int i = 0; i < 14; ++i) {
    nesting.push_back(Copy("/a", innermost + "/a"));
    std::string twice = innermost;
    twice += innermost;
    innermost = twice;
  }
  const Applied applied = Apply(R"({"a": {}})", nesting);
  EXPECT_TRUE(applied.error.ends_with("the result has more than 10000 levels")) << applied.error;
  // The value's depth is near the maximum. The patch moves the value many times, and must not measure its depth at each
  // move, which would take too long.
  std::string deep = "1";
  for (int i = 0; i < 9'990; ++i) deep = "[" + deep + "]";
  std::vector<std::string> moves;
  for (int i = 0; i < 5'000; ++i) {
    moves.push_back(R"({"op": "move", "from": "/a", "path": "/b"})");
    moves.push_back(R"({"op": "move", "from": "/b", "path": "/a"})");
  }
  const Applied moved = Apply(R"({"a": )" + deep + "}", moves);
  EXPECT_EQ("", moved.error);
}

TEST(PatchLimits, LevelsAreBounded) { base::WithDeepStack(TryLevels); }

}  // namespace patch_cases_test
}  // namespace structural::test
