#include "cli/shared/ordered_work.h"

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace structural::cli {
namespace ordered_work_test {

class OrderedWorkTest : public testing::TestWithParam<int> {
 protected:
  // Returns a function that yields the numbers from 0 to count - 1 as text.
  std::function<bool(std::string&)> Numbers(int count) {
    return [this, count](std::string& block) {
      if (read_ == count) return false;
      block = std::to_string(read_++);
      return true;
    };
  }

  int read_ = 0;
};

TEST_P(OrderedWorkTest, WritesResultsInTheOrderOfTheBlocks) {
  std::vector<std::string> written, expected;
  for (int i = 0; i < 1000; ++i) expected.push_back("<" + std::to_string(i) + ">");
  RunOrdered<std::string, std::string>({.read = Numbers(1000),
                                        .work = [](const std::string& block, int) { return "<" + block + ">"; },
                                        .write =
                                            [&](const std::string& result) {
                                              written.push_back(result);
                                              return true;
                                            }},
                                       GetParam());
  EXPECT_EQ(expected, written);
}

TEST_P(OrderedWorkTest, EndsWhenTheOutputIsClosed) {
  int written = 0;
  RunOrdered<std::string, std::string>({.read = Numbers(100000),
                                        .work = [](const std::string& block, int) { return block; },
                                        .write = [&](const std::string&) { return ++written < 3; }},
                                       GetParam());
  EXPECT_EQ(3, written);
  EXPECT_LT(read_, 100) << "it read on although nobody wants the results";
}

TEST_P(OrderedWorkTest, WorkersHaveNumbersOfTheirOwn) {
  std::vector<std::atomic<int>> busy(GetParam());
  RunOrdered<std::string, std::string>({.read = Numbers(1000),
                                        .work =
                                            [&](const std::string& block, int worker) {
                                              EXPECT_EQ(0, busy.at(worker)++) << "two threads have one number";
                                              --busy.at(worker);
                                              return block;
                                            },
                                        .write = [](const std::string&) { return true; }},
                                       GetParam());
}

TEST_P(OrderedWorkTest, KeepsFewBlocksInMemory) {
  std::atomic<int> held = 0;
  int max = 0;
  const auto numbers = Numbers(1000);
  RunOrdered<std::string, std::string>({.read =
                                            [&](std::string& block) {
                                              if (!numbers(block)) return false;
                                              max = std::max(max, ++held);
                                              return true;
                                            },
                                        .work = [](const std::string& block, int) { return block; },
                                        .write =
                                            [&](const std::string&) {
                                              --held;
                                              return true;
                                            }},
                                       GetParam());
  EXPECT_LE(max, 4 * GetParam() + 2);
}

TEST_P(OrderedWorkTest, WorksOnALongBlockAlone) {
  std::atomic<int> long_ones = 0;
  int read = 0;
  RunOrdered<std::string, std::string>({.read =
                                            [&](std::string& block) {
                                              block = std::string(100, 'x');
                                              return ++read <= 100;
                                            },
                                        .work =
                                            [&](const std::string& block, int) {
                                              EXPECT_EQ(0, long_ones++) << "more than the bytes allowed are in flight";
                                              std::this_thread::yield();
                                              --long_ones;
                                              return block;
                                            },
                                        .write = [](const std::string&) { return true; }},
                                       GetParam(), 100 / GetParam() - 1);
}

struct Thrown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TEST_P(OrderedWorkTest, AnExceptionOfTheReaderEndsTheWork) {
  int blocks = 0;
  const OrderedWork<std::string, std::string> work{.read = [&](std::string& block) -> bool {
                                                     if (++blocks == 10) throw Thrown("cannot read on");
                                                     block = "x";
                                                     return true;
                                                   },
                                                   .work = [](const std::string& block, int) { return block; },
                                                   .write = [](const std::string&) { return true; }};
  EXPECT_THROW(RunOrdered(work, GetParam()), Thrown);
}

TEST_P(OrderedWorkTest, AnExceptionOfAWorkerEndsTheWork) {
  const OrderedWork<std::string, std::string> work{.read = Numbers(100000),
                                                   .work = [](const std::string& block, int) -> std::string {
                                                     if (block == "10") throw Thrown("cannot judge it");
                                                     return block;
                                                   },
                                                   .write = [](const std::string&) { return true; }};
  EXPECT_THROW(RunOrdered(work, GetParam()), Thrown);
  EXPECT_LT(read_, 100) << "it read on although nobody wants the results";
}

TEST_P(OrderedWorkTest, AnExceptionOfTheWriterEndsTheWork) {
  const OrderedWork<std::string, std::string> work{.read = Numbers(100000),
                                                   .work = [](const std::string& block, int) { return block; },
                                                   .write = [](const std::string& result) -> bool {
                                                     if (result == "10") throw Thrown("cannot write it");
                                                     return true;
                                                   }};
  EXPECT_THROW(RunOrdered(work, GetParam()), Thrown);
  EXPECT_LT(read_, 100) << "it read on although nobody wants the results";
}

INSTANTIATE_TEST_SUITE_P(Workers, OrderedWorkTest, testing::Values(1, 2, 5));

}  // namespace ordered_work_test
}  // namespace structural::cli
