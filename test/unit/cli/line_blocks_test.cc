#include "cli/batch/line_blocks.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace structural::cli {
namespace line_blocks_test {

class LineBlocksTest : public testing::Test {
 protected:
  LineBlocksTest() {
    EXPECT_EQ(0, pipe(ends_));
    lines.emplace(ends_[0]);
  }
  ~LineBlocksTest() override {
    close(ends_[0]);
    CloseWriter();
  }

  void Write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = write(ends_[1], text.data() + done, text.size() - done);
      ASSERT_GT(n, 0);
      done += n;
    }
  }
  void CloseWriter() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  // Returns the next block, or nullopt at the end.
  std::optional<std::string> Next() {
    std::string block;
    return lines->Next(block) ? std::optional(block) : std::nullopt;
  }

  std::optional<LineBlocks> lines;

 private:
  int ends_[2];
};

TEST_F(LineBlocksTest, ReturnsWholeLinesAsTheyArrive) {
  Write("one\ntwo\nthr");
  EXPECT_EQ("one\ntwo\n", Next());
  Write("ee\n");
  EXPECT_EQ("three\n", Next());
  CloseWriter();
  EXPECT_EQ(std::nullopt, Next());
  EXPECT_EQ(0, lines->error());
}

TEST_F(LineBlocksTest, TheLastLineMayLackItsNewline) {
  Write("one\ntwo");
  CloseWriter();
  EXPECT_EQ("one\n", Next());
  EXPECT_EQ("two", Next());
  EXPECT_EQ(std::nullopt, Next());
}

TEST_F(LineBlocksTest, EmptyInputHasNoBlock) {
  CloseWriter();
  EXPECT_EQ(std::nullopt, Next());
}

TEST_F(LineBlocksTest, ALineMayBeLongerThanAnyBuffer) {
  const std::string line = std::string(3 << 20, 'x') + "\n";
  std::jthread writer([&] {
    Write(line + line);
    CloseWriter();
  });
  std::string all;
  while (const auto block = Next()) {
    EXPECT_EQ('\n', block->back());
    all += *block;
  }
  EXPECT_EQ(line + line, all);
}

TEST(LineBlocks, ReportsAFailedRead) {
  const int folder = open("/", O_RDONLY);
  LineBlocks lines(folder);
  std::string block;
  EXPECT_FALSE(lines.Next(block));
  EXPECT_EQ(EISDIR, lines.error());
  close(folder);
}

}  // namespace line_blocks_test
}  // namespace structural::cli
