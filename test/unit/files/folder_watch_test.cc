// Tests that a FolderWatch notices a change in its folder, and that a stop ends its wait.
#include "files/folder_watch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace structural::files {
namespace folder_watch_test {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class FolderWatchTest : public testing::Test {
 protected:
  FolderWatchTest() {
    std::string pattern = (fs::temp_directory_path() / "watch.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~FolderWatchTest() override { fs::remove_all(folder_); }

  void Make(const std::string& name) const { std::ofstream(folder_ + "/" + name) << "text"; }
  // Waits for a change in the folder. Returns whether the watch noticed a change. With `stopped`, a stop is requested
  // before the wait, which then ends at once.
  bool Waits(bool stopped = false) {
    std::stop_source stop;
    if (stopped) stop.request_stop();
    return watch_.Wait(stop.get_token(), milliseconds(0));
  }

  std::string folder_;
  FolderWatch watch_;
};

TEST_F(FolderWatchTest, NoticesEachChange) {
  ASSERT_TRUE(watch_.Add(folder_).ok());
  Make("a");
  EXPECT_TRUE(Waits());
  Make("a");
  EXPECT_TRUE(Waits());
  fs::rename(folder_ + "/a", folder_ + "/b");
  EXPECT_TRUE(Waits());
  fs::remove(folder_ + "/b");
  EXPECT_TRUE(Waits());
}

TEST_F(FolderWatchTest, EndsWhenStopped) {
  ASSERT_TRUE(watch_.Add(folder_).ok());
  ASSERT_TRUE(watch_.Add(folder_).ok());
  EXPECT_FALSE(Waits(true));
}

TEST_F(FolderWatchTest, NeedsAFolder) {
  EXPECT_EQ(base::ErrorCode::kNotFound, watch_.Add(folder_ + "/nosuch").error().code());
  Make("a");
  EXPECT_FALSE(watch_.Add(folder_ + "/a").ok());
}

}  // namespace folder_watch_test
}  // namespace structural::files
