// Tests of certificates in files.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "webhook/certs/keep.h"
#include "webhook/certs/store.h"

namespace structural::certs {
namespace folder_store_test {

using namespace std::chrono_literals;

class FolderStoreTest : public ::testing::Test {
 protected:
  FolderStoreTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "certs.XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    folder_ = root_ + "/a/b";
    options_.policy.hosts = {"a.example.com"};
    options_.policy.trust_propagation = 0s;
    options_.now = [this] { return now_; };
    options_.log = [this](const std::string& line) { log_ += line + "\n"; };
  }
  ~FolderStoreTest() override { std::filesystem::remove_all(root_); }

  std::string Read(const std::string& name) {
    std::ifstream file(folder_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  base::Result<RenewResult> Run() {
    auto store = FolderStore::Open(folder_);
    if (!store.ok()) return store.error();
    return RenewCertificates(**store, nullptr, options_, {});
  }

  Moment now_{std::chrono::seconds(1'700'000'000)};
  std::string root_;
  std::string folder_;
  std::string log_;
  RenewOptions options_;
};

TEST_F(FolderStoreTest, KeepsTheCertificate) {
  ASSERT_TRUE(Run().ok());
  const std::string key = Read("tls.key");
  ASSERT_NE("", key);
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    EXPECT_EQ(std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, file.status().permissions())
        << file.path();
  }
  const std::string said = log_;
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(key, Read("tls.key")) << "the second time changes nothing";
  EXPECT_EQ(said, log_);
  now_ += 70 * 24h;
  ASSERT_TRUE(Run().ok());
  EXPECT_NE(key, Read("tls.key"));
  EXPECT_EQ("", Read("next.key"));
  for (const std::string& secret : {key, Read("tls.key")}) {
    EXPECT_EQ(std::string::npos, log_.find(secret.substr(40, 20)));
  }
}

TEST_F(FolderStoreTest, ADryRunWritesNothing) {
  options_.dry_run = true;
  const auto kept = Run();
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ("", Read("tls.crt"));
  EXPECT_NE(std::string::npos, log_.find("dry run: folder"));
}

TEST_F(FolderStoreTest, IgnoresFilesOfAnInterruptedRun) {
  ASSERT_TRUE(Run().ok());
  std::ofstream(folder_ + "/.tls.key.new") << "half";
  std::filesystem::remove(folder_ + "/tls.key");
  ASSERT_TRUE(Run().ok());
  EXPECT_NE("", Read("tls.key"));
}

TEST_F(FolderStoreTest, LocksTheFolder) {
  const auto first = FolderStore::Open(folder_);
  ASSERT_TRUE(first.ok());
  const auto second = Run();
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(base::ErrorCode::kConflict, second.error().code());
}

TEST_F(FolderStoreTest, KeepsFilesOfOtherPrograms) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ + "/tls.crt") << "mine";
  const auto kept = Run();
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ("mine", Read("tls.crt"));
}

// Another user with write access to the folder could replace the lock file by a link. The store must not create or open
// the file to which the link leads.
TEST_F(FolderStoreTest, DoesNotFollowALinkForTheLock) {
  std::filesystem::create_directories(folder_);
  for (const std::string& target : {root_ + "/made", std::string("/dev/null")}) {
    std::filesystem::remove(folder_ + "/.lock");
    std::filesystem::create_symlink(target, folder_ + "/.lock");
    const auto kept = Run();
    ASSERT_FALSE(kept.ok());
    EXPECT_EQ(base::ErrorCode::kInvalidInput, kept.error().code());
  }
  EXPECT_FALSE(std::filesystem::exists(root_ + "/made"));
  std::filesystem::remove(folder_ + "/.lock");
  std::filesystem::create_directory(folder_ + "/.lock");
  EXPECT_FALSE(Run().ok());
}

TEST_F(FolderStoreTest, ReplacesALinkByAFile) {
  std::filesystem::create_directories(folder_);
  std::ofstream(root_ + "/mine") << "mine";
  std::filesystem::create_symlink(root_ + "/mine", folder_ + "/since");
  ASSERT_TRUE(Run().ok());
  EXPECT_FALSE(std::filesystem::is_symlink(folder_ + "/since"));
  std::ifstream mine(root_ + "/mine");
  EXPECT_EQ("mine", std::string(std::istreambuf_iterator<char>(mine), {}));
}

TEST_F(FolderStoreTest, ReportsAFolderThatCannotBeCreated) {
  std::ofstream(root_ + "/a") << "a file";
  const auto kept = Run();
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(base::ErrorCode::kInvalidInput, kept.error().code());
}

}  // namespace folder_store_test
}  // namespace structural::certs
