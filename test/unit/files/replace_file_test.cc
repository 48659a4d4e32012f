// Tests that a file either gets its complete new text or stays unchanged.
#include "files/replace_file.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace structural::files {
namespace replace_file_test {

using base::ErrorCode;
namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

class ReplaceFileTest : public testing::Test {
 protected:
  ReplaceFileTest() {
    std::string pattern = (fs::temp_directory_path() / "files.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    Make("file", "old");
  }
  ~ReplaceFileTest() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  void Make(const std::string& name, const std::string& text) const {
    std::ofstream(At(name), std::ios::binary) << text;
  }
  std::string TextOf(const std::string& name) const {
    std::ifstream file(At(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  mode_t ModeOf(const std::string& name) const {
    struct stat status {};
    return stat(At(name).c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  }
  std::ptrdiff_t Count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  std::string folder_;
};

TEST_F(ReplaceFileTest, TheTextIsNew) {
  ASSERT_TRUE(ReplaceFile(At("file"), {"new"}).ok());
  EXPECT_EQ("new", TextOf("file"));
  ASSERT_TRUE(ReplaceFile(At("file"), {"newer", "new"}).ok());
  EXPECT_EQ("newer", TextOf("file"));
  ASSERT_TRUE(ReplaceFile(At("other"), {"made"}).ok());
  EXPECT_EQ("made", TextOf("other"));
  EXPECT_EQ(2, Count()) << "nothing is left beside them";
}

TEST_F(ReplaceFileTest, KeepsChangesOfOtherPrograms) {
  const auto done = ReplaceFile(At("file"), {"new", "what was read"});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(ErrorCode::kConflict, done.error().code());
  EXPECT_EQ("old", TextOf("file"));
  EXPECT_EQ(ErrorCode::kConflict, ReplaceFile(At("file"), {"new", "ol"}).error().code());
  EXPECT_EQ(ErrorCode::kConflict, ReplaceFile(At("file"), {"new", "older"}).error().code());
  EXPECT_EQ(1, Count());
}

TEST_F(ReplaceFileTest, AFileThatIsGoneStaysGone) {
  EXPECT_FALSE(ReplaceFile(At("gone"), {"new", "what was read"}).ok());
  EXPECT_EQ(1, Count());
}

TEST_F(ReplaceFileTest, PermissionsAndAttributesStay) {
  ASSERT_EQ(0, chmod(At("file").c_str(), 0640));
  const bool attributes = setxattr(At("file").c_str(), "user.note", "kept", 4, 0) == 0;
  ASSERT_TRUE(ReplaceFile(At("file"), {"new", "old"}).ok());
  EXPECT_EQ(0640u, ModeOf("file"));
  char note[10] = "";
  if (attributes) {
    EXPECT_EQ(4, getxattr(At("file").c_str(), "user.note", note, sizeof note));
    EXPECT_STREQ("kept", note);
  }
}

TEST_F(ReplaceFileTest, LinksAreFollowed) {
  fs::create_symlink("file", At("link"));
  ASSERT_TRUE(ReplaceFile(At("link"), {"new", "old"}).ok());
  EXPECT_TRUE(fs::is_symlink(At("link")));
  EXPECT_EQ("new", TextOf("file"));
}

TEST_F(ReplaceFileTest, SecretsTakeTheNameOfALink) {
  fs::create_symlink("file", At("link"));
  ASSERT_TRUE(ReplaceFile(At("link"), {.text = "secret", .secret = true}).ok());
  EXPECT_FALSE(fs::is_symlink(At("link")));
  EXPECT_EQ("secret", TextOf("link"));
  EXPECT_EQ(0600u, ModeOf("link"));
  EXPECT_EQ("old", TextOf("file"));
}

TEST_F(ReplaceFileTest, ReplacesFilesOfOtherUsersByName) {
  fs::create_symlink("file", At("link"));
  ASSERT_EQ(0, mkfifo(At("pipe").c_str(), 0600));
  for (const char* name : {"link", "pipe", "new"}) {
    ASSERT_TRUE(ReplaceFile(At(name), {.text = "new", .replaces_links = true}).ok());
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(At(name))));
    EXPECT_EQ("new", TextOf(name));
  }
  EXPECT_EQ("old", TextOf("file"));
  EXPECT_EQ(4, Count());
}

TEST_F(ReplaceFileTest, AFileOfTheFolderItselfKeepsItsPermissions) {
  ASSERT_EQ(0, chmod(At("file").c_str(), 0640));
  ASSERT_TRUE(ReplaceFile(At("file"), {.text = "new", .replaces_links = true}).ok());
  EXPECT_EQ(0640u, ModeOf("file"));
  EXPECT_EQ("new", TextOf("file"));
}

TEST_F(ReplaceFileTest, RefusesAPipeIfATextIsExpected) {
  ASSERT_EQ(0, mkfifo(At("pipe").c_str(), 0600));
  const auto done = ReplaceFile(At("pipe"), {"new", "old"});
  ASSERT_FALSE(done.ok());
  EXPECT_NE(std::string::npos, done.error().message().find("not a regular file"));
}

TEST_F(ReplaceFileTest, ASignalEndsTheWaitForAReader) {
  ASSERT_EQ(0, mkfifo(At("pipe").c_str(), 0600));
  const std::string path = At("pipe");
  EXPECT_EXIT(
      {
        sigevent term{};
        term.sigev_notify = SIGEV_SIGNAL;
        term.sigev_signo = SIGTERM;
        timer_t timer{};
        itimerspec soon{};
        soon.it_value.tv_nsec = 50'000'000;
        alarm(60);  // if SIGTERM does not end the wait, SIGALRM ends the process after a minute
        timer_create(CLOCK_MONOTONIC, &term, &timer);
        timer_settime(timer, 0, &soon, nullptr);
        (void)ReplaceFile(path, {"new"});
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST_F(ReplaceFileTest, AFileWithTwoNamesIsRefused) {
  fs::create_hard_link(At("file"), At("twin"));
  const auto done = ReplaceFile(At("file"), {"new", "old"});
  ASSERT_FALSE(done.ok());
  EXPECT_NE(std::string::npos, done.error().message().find("several hard links"));
  EXPECT_EQ("old", TextOf("file"));
  EXPECT_EQ("old", TextOf("twin"));
  EXPECT_EQ(2, Count());
}

TEST_F(ReplaceFileTest, AFolderThatCannotBeWrittenIsRefused) {
  // Root can write into every folder, so as root the test changes its user id for the write.
  const bool root = geteuid() == 0;
  if (root) {
    ASSERT_EQ(0, chown(folder_.c_str(), kNobody, kNobody));
    ASSERT_EQ(0, chown(At("file").c_str(), kNobody, kNobody));
  }
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  ASSERT_TRUE(!root || seteuid(kNobody) == 0);
  const bool replaced = ReplaceFile(At("file"), {"new", "old"}).ok();
  ASSERT_TRUE(!root || seteuid(0) == 0);
  EXPECT_FALSE(replaced);
  EXPECT_EQ("old", TextOf("file"));
}

TEST_F(ReplaceFileTest, PipesAndDevicesAreWrittenInto) {
  EXPECT_TRUE(ReplaceFile("/dev/null", {"new"}).ok());
  EXPECT_FALSE(ReplaceFile("/dev/full", {"new"}).ok());
  EXPECT_FALSE(ReplaceFile(folder_, {"new"}).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// The system sends SIGXFSZ when a file exceeds the limit. This signal would end the process if ReplaceFile did not
// block it.
TEST_F(ReplaceFileTest, AFileThatWouldBeTooLongStays) {
  const std::string path = At("file");
  EXPECT_EXIT(
      {
        rlimit limit{};
        limit.rlim_cur = limit.rlim_max = 100;
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto done = ReplaceFile(path, {std::string(1000, 'x'), "old"});
        std::_Exit(done.ok() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ("old", TextOf("file"));
  EXPECT_EQ(1, Count());
}

}  // namespace replace_file_test
}  // namespace structural::files
