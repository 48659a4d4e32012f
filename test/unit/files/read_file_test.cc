// Tests of reading files that other programs change during the read, and pipes to which no program writes.
#include "files/read_file.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace structural::files {
namespace read_file_test {

using base::ErrorCode;

class ReadFileTest : public testing::Test {
 protected:
  ReadFileTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "files.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::ofstream(At("text")) << "0123456789";
  }
  ~ReadFileTest() override { std::filesystem::remove_all(folder_); }

  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  ErrorCode CodeOf(const std::string& name, FileKind kind, std::size_t max = 100) const {
    const auto read = ReadFile(name.starts_with('/') ? name : At(name), max, kind);
    return read.ok() ? ErrorCode::kInternal : read.error().code();
  }

  std::string folder_;
};

TEST_F(ReadFileTest, ReadsUpToTheLimit) {
  for (const auto kind : {FileKind::kAny, FileKind::kRegular, FileKind::kRegularNoLink}) {
    const auto text = ReadFile(At("text"), 10, kind);
    ASSERT_TRUE(text.ok()) << text.error().message();
    EXPECT_EQ("0123456789", *text);
    EXPECT_EQ(ErrorCode::kLimitExceeded, CodeOf("text", kind, 9));
    EXPECT_EQ(ErrorCode::kNotFound, CodeOf("nothing", kind));
    EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("/", kind));
  }
}

TEST_F(ReadFileTest, BoundsFilesWithoutASize) {
  EXPECT_EQ(ErrorCode::kLimitExceeded, CodeOf("/dev/zero", FileKind::kAny, 1 << 20));
  const auto status = ReadFile("/proc/self/status", 1 << 20, FileKind::kRegular);
  ASSERT_TRUE(status.ok());
  EXPECT_NE("", *status) << "it says that it has 0 bytes";
}

TEST_F(ReadFileTest, ReadsOnlyRegularFilesOfAFolder) {
  ASSERT_EQ(0, mkfifo(At("pipe").c_str(), 0600));
  for (const auto kind : {FileKind::kRegular, FileKind::kRegularNoLink}) {
    EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("pipe", kind));
    EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("/dev/zero", kind));
  }
}

// A command that handles signals blocks them in all threads, so the test blocks the signal before it reads.
TEST_F(ReadFileTest, SignalsEndTheWaitForAWriter) {
  ASSERT_EQ(0, mkfifo(At("pipe").c_str(), 0600));
  const auto read_with_pending = [](const std::string& path, int signal) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    alarm(60);  // if `signal` does not end the wait, SIGALRM ends the process after a minute
    raise(signal);
    std::_Exit(ReadFile(path, 100, FileKind::kAny).ok() ? 0 : 1);
  };
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(read_with_pending(At("pipe"), signal), testing::KilledBySignal(signal), "");
    EXPECT_EXIT(read_with_pending(At("text"), signal), testing::ExitedWithCode(0), "");
  }
}

TEST_F(ReadFileTest, FollowsLinksIfAllowed) {
  std::filesystem::create_symlink("text", At("link"));
  std::filesystem::create_symlink("/dev/zero", At("zero"));
  std::filesystem::create_symlink("loop", At("loop"));
  EXPECT_TRUE(ReadFile(At("link"), 100, FileKind::kRegular).ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("link", FileKind::kRegularNoLink));
  EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("zero", FileKind::kRegular));
  EXPECT_EQ(ErrorCode::kInvalidInput, CodeOf("loop", FileKind::kAny));
}

}  // namespace read_file_test
}  // namespace structural::files
