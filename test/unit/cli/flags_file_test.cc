#include <fstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/shared/common_flags.h"

namespace structural::cli {
namespace config_file_test {

// Runs a command of a small program that has --flags-file, as the commands of structural have.
class ConfigFileTest : public testing::Test {
 protected:
  ConfigFileTest() {
    command_->add_option("--before", before_);
    AddFlagsFile(described_);
    command_->add_option("--workers", workers_)->check(CLI::Range(1, 64));
    command_->add_option("--name", names_);
    command_->add_flag("--dry-run", dry_run_);
    command_->add_flag("--events,!--no-events", events_);
    CLI::Option* certificate = command_->add_option("--cert", certificate_);
    certificate->needs(command_->add_option("--key", key_));
  }
  ~ConfigFileTest() override { std::remove(path_.c_str()); }

  // Parses --flags-file with a file of this text, and then the arguments. Returns the error, or "" on success.
  std::string Parse(const std::string& file, const std::string& arguments = {}) {
    std::ofstream(path_) << file;
    try {
      app_.parse("go --flags-file " + path_ + " " + arguments);
    } catch (const CLI::ParseError& e) {
      return e.what();
    }
    return {};
  }
  std::string At(int line) const { return path_ + ":" + std::to_string(line) + ": "; }

  const std::string path_ = testing::TempDir() + "/flags." + std::to_string(getpid());
  CLI::App app_;
  CLI::App* command_ = app_.add_subcommand("go");
  Command described_{*command_};
  std::string before_;
  std::string certificate_;
  std::string key_;
  int workers_ = 5;
  std::vector<std::string> names_;
  bool dry_run_ = false;
  bool events_ = true;
};

TEST_F(ConfigFileTest, SetsFlags) {
  EXPECT_EQ("", Parse("# of the team\n\n  workers = 7\r\nbefore=a=b c\nname=x*\nname=\"y\"\n"
                      "dry-run\nno-events=true"));
  EXPECT_EQ(7, workers_);
  EXPECT_EQ("a=b c", before_);
  EXPECT_EQ((std::vector<std::string>{"x*", "y"}), names_);
  EXPECT_TRUE(dry_run_);
  EXPECT_FALSE(events_);
}

TEST_F(ConfigFileTest, NegatedFlagsSwitchOff) {
  dry_run_ = true;
  EXPECT_EQ("", Parse("dry-run=false\nevents=false\n"));
  EXPECT_FALSE(dry_run_);
  EXPECT_FALSE(events_);
}

TEST_F(ConfigFileTest, TheCommandLineOverridesTheFile) {
  EXPECT_EQ(
      "", Parse("workers=7\nbefore=file\nname=x\nname=y\nno-events\n", "--workers 9 --before line --name z --events"));
  EXPECT_EQ(9, workers_);
  EXPECT_EQ("line", before_);
  EXPECT_EQ((std::vector<std::string>{"z"}), names_);
  EXPECT_TRUE(events_);
}

TEST_F(ConfigFileTest, AnEmptyFileSetsNothing) {
  EXPECT_EQ("", Parse(""));
  EXPECT_EQ(5, workers_);
}

TEST_F(ConfigFileTest, MistakesHaveTheirLine) {
  EXPECT_EQ(At(2) + "the flag 'worker' cannot be set here", Parse("\nworker=7\n"));
  EXPECT_EQ(At(1) + "the flag 'config' cannot be set here", Parse("config=other\n"));
  EXPECT_EQ(At(1) + "the flag 'help' cannot be set here", Parse("help\n"));
  EXPECT_EQ(At(1) + "the flag '[controller]' cannot be set here", Parse("[controller]\n"));
  EXPECT_EQ(0u, Parse("name=x\nworkers=70\n").find(At(2) + "--workers: Value 70 not in range "));
  EXPECT_EQ(At(1) + "'workers' needs a value: workers=VALUE", Parse("workers\n"));
  EXPECT_EQ(0u, Parse("name=x\ndry-run=maybe\n").find(At(2)));
}

TEST_F(ConfigFileTest, FlagsThatRequireOthersAreChecked) {
  EXPECT_EQ("--cert requires --key", Parse("cert=a\n"));
  EXPECT_EQ("", Parse("cert=a\nkey=b\n"));
  EXPECT_EQ("b", key_);
}

TEST_F(ConfigFileTest, AFileThatCannotBeReadIsAnError) {
  EXPECT_EQ("", Parse("workers=7\n"));
  std::remove(path_.c_str());
  const auto parse = [&](const std::string& path) {
    try {
      app_.parse("go --flags-file " + path);
    } catch (const CLI::ParseError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ("--flags-file: read " + path_ + ": No such file or directory", parse(path_));
  EXPECT_EQ("--flags-file: read /: Is a directory", parse("/"));
}

}  // namespace config_file_test
}  // namespace structural::cli
