#include "controller/store.h"

#include <thread>

#include <gtest/gtest.h>
#include <malloc.h>

namespace structural::controller {
namespace store_test {

crd::Meta MetaOf(std::string name, std::string version, std::string uid = "u") {
  return {std::move(name), std::move(uid), std::move(version), 1};
}

TEST(Store, KeepsTheNewestTextUntilPop) {
  Store store;
  EXPECT_TRUE(store.Update(MetaOf("a", "1"), "one", {}));
  EXPECT_TRUE(store.Update(MetaOf("a", "2"), "second", {}));
  EXPECT_EQ(6u, store.pending_bytes());
  EXPECT_EQ("second", store.Pop("a")->text);
  EXPECT_FALSE(store.Pop("a").has_value());
  EXPECT_EQ(0u, store.pending_bytes());
}

TEST(Store, IgnoresAKnownResourceVersion) {
  Store store;
  EXPECT_TRUE(store.Update(MetaOf("a", "1"), "x", {}));
  store.Pop("a");
  EXPECT_FALSE(store.Update(MetaOf("a", "1"), "x", {}));
  EXPECT_FALSE(store.Pop("a").has_value());
  EXPECT_TRUE(store.Update(MetaOf("a", "1", "another uid"), "x", {})) << "recreated";
}

TEST(Store, RemovesDeletedCrds) {
  Store store;
  for (const char* name : {"a", "b", "c"}) store.Update(MetaOf(name, "1"), "text", {});
  store.Remove("a");
  EXPECT_EQ(std::vector<std::string>{"c"}, store.KeepOnly({"b"}));
  EXPECT_FALSE(store.Contains("a"));
  EXPECT_TRUE(store.Contains("b"));
  EXPECT_FALSE(store.Contains("c"));
  EXPECT_EQ(4u, store.pending_bytes());
}

TEST(Store, CountsStates) {
  Store store;
  for (const char* name : {"a", "b", "c", "d"}) store.Update(MetaOf(name, "1"), "", {});
  store.SetState("a", State::kStructural);
  store.SetState("b", State::kNonStructural);
  store.SetState("c", State::kStructuralError);
  store.SetState("removed", State::kStructural);
  const StoreTotals totals = store.Totals();
  EXPECT_EQ(4u, totals.crds);
  EXPECT_EQ(1u, totals.structural);
  EXPECT_EQ(1u, totals.non_structural);
  EXPECT_EQ(1u, totals.structural_error);
}

TEST(Store, KnowsWhenAllCrdsAreEvaluated) {
  Store store;
  EXPECT_TRUE(store.AllEvaluated());
  store.Update(MetaOf("a", "1"), "x", {});
  store.Update(MetaOf("b", "1"), "x", {});
  store.SetState("a", State::kStructural);
  store.Update(MetaOf("a", "2"), "x", {});
  EXPECT_FALSE(store.AllEvaluated());
  store.Remove("b");
  EXPECT_TRUE(store.AllEvaluated());
}

TEST(Store, WaitsForSpace) {
  Store store(10);
  EXPECT_TRUE(store.Update(MetaOf("a", "1"), "more than ten bytes", {})) << "the only one gets in";
  std::jthread late([&] { EXPECT_TRUE(store.Update(MetaOf("b", "1"), "x", {})); });
  EXPECT_EQ("more than ten bytes", store.Pop("a")->text);
  late.join();
  EXPECT_EQ("x", store.Pop("b")->text);
}

TEST(Store, AStopEndsTheWaitForSpace) {
  Store store(1);
  EXPECT_TRUE(store.Update(MetaOf("a", "1"), "xx", {}));
  std::stop_source stop;
  std::jthread late([&] { EXPECT_FALSE(store.Update(MetaOf("b", "1"), "x", stop.get_token())); });
  stop.request_stop();
  late.join();
  EXPECT_FALSE(store.Contains("b"));
}

TEST(Store, AnotherVersionOfTheApiIsAnotherText) {
  Store store;
  crd::Meta meta = MetaOf("a", "1");
  EXPECT_TRUE(store.Update(meta, "x", {}));
  meta.default_version = crd::ApiVersion::kV1beta1;
  EXPECT_TRUE(store.Update(meta, "y", {}));
  const auto pending = store.Pop("a");
  EXPECT_EQ("y", pending->text);
  EXPECT_EQ(crd::ApiVersion::kV1beta1, pending->default_version);
}

TEST(Store, IgnoresTheEventOfItsOwnWrite) {
  Store store;
  store.Update(MetaOf("a", "1"), "x", {});
  store.Pop("a");
  store.Assume("a", "1", "2");
  EXPECT_FALSE(store.Update(MetaOf("a", "2"), "x", {}));
  EXPECT_TRUE(store.Update(MetaOf("a", "3"), "x", {}));
}

TEST(Store, KeepsAnEventAfterItsOwnWrite) {
  Store store;
  store.Update(MetaOf("a", "1"), "x", {});
  store.Pop("a");
  store.Update(MetaOf("a", "3"), "newer", {});
  store.Assume("a", "1", "2");
  EXPECT_FALSE(store.Update(MetaOf("a", "3"), "newer", {}));
  EXPECT_EQ("newer", store.Pop("a")->text);
}

TEST(Store, AssumeIgnoresAPendingText) {
  Store store;
  store.Update(MetaOf("a", "1"), "x", {});
  store.Assume("a", "1", "2");
  EXPECT_TRUE(store.Update(MetaOf("a", "2"), "y", {}));
  store.Assume("removed", "1", "2");
  EXPECT_FALSE(store.Contains("removed"));
}

// After the evaluation of a CRD, the store must keep only the result, not the text of the CRD.
TEST(Store, HoldsAFewHundredBytesPerCrd) {
  constexpr std::size_t kCount = 10'000;
  const std::string text(13'000, 'x');
  const std::string uid = "0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f";
  Store store;
  const std::size_t before = mallinfo2().uordblks;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string name = "certificaterequests" + std::to_string(i) + ".cert-manager.io";
    store.Update(MetaOf(name, std::to_string(i), uid), text, {});
    store.Pop(name);
    store.SetState(name, State::kNonStructural);
  }
  const std::size_t used = mallinfo2().uordblks - before;
  if (used == 0) GTEST_SKIP() << "the sanitizers' allocator does not count";
  EXPECT_GT(500u, used / kCount);
  RecordProperty("bytes_per_crd", static_cast<int>(used / kCount));
}

TEST(Store, BoundsTheNumberOfCrds) {
  Store store(Store::kMaxPendingBytes, 2);
  for (const char* name : {"a", "b"}) EXPECT_TRUE(store.Update(MetaOf(name, "1"), "text", {}));
  EXPECT_FALSE(store.Update(MetaOf("c", "1"), "text", {}));
  EXPECT_FALSE(store.Contains("c"));
  EXPECT_EQ(1u, store.Totals().skipped);
  EXPECT_TRUE(store.Update(MetaOf("a", "2"), "text", {})) << "a known one";
  store.Remove("a");
  EXPECT_TRUE(store.Update(MetaOf("c", "1"), "text", {}));
}

// The store limits the memory of the texts that wait for a worker. A short text counts as longer than it is, since it
// needs more memory than its bytes.
TEST(Store, BoundsTheTexts) {
  Store store;
  for (std::size_t i = 0; i < Store::kMaxPendingTexts; ++i) {
    ASSERT_TRUE(store.Update(MetaOf(std::to_string(i), "1"), "x", {}));
  }
  std::jthread offering([&](std::stop_token stop) { store.Update(MetaOf("more", "1"), "x", stop); });
  EXPECT_FALSE(store.Contains("more"));
  store.Pop("0");
  offering.join();
  EXPECT_TRUE(store.Contains("more"));
}

}  // namespace store_test
}  // namespace structural::controller
