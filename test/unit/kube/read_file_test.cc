// Tests of reading small files, and files of other kinds, such as pipes.
#include "kube/config/read_file.h"

#include <future>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kube/config/resolve.h"
#include "kube/credentials/credentials.h"
#include "temporary_folder.h"

namespace structural::kube {
namespace read_file_test {

using base::ErrorCode;

const FileWait kAtOnce{.max = std::chrono::milliseconds(0)};

class ReadFile : public testing::Test {
 protected:
  std::string Fifo() const {
    const std::string path = folder_.path() + "/fifo";
    EXPECT_EQ(0, ::mkfifo(path.c_str(), 0600));
    return path;
  }
  // Calls `read` with a stop token, and requests a stop. Expects that the call then ends with an error.
  template <typename Read>
  static void ExpectAnEndWhenStopped(const Read& read) {
    std::stop_source stop;
    auto outcome = std::async(std::launch::async, [&] { return read(stop.get_token()); });
    stop.request_stop();
    EXPECT_FALSE(outcome.get().ok());
  }

  TemporaryFolder folder_;
};

TEST_F(ReadFile, ReturnsTheBytes) {
  EXPECT_EQ("text\n", *ReadSmallFile(folder_.Write("file", "text\n"), kAtOnce));
  EXPECT_EQ("", *ReadSmallFile(folder_.Write("empty", ""), kAtOnce));
  EXPECT_EQ("", *ReadSmallFile("/dev/null", kAtOnce));
}

TEST_F(ReadFile, ReportsErrors) {
  EXPECT_EQ(ErrorCode::kNotFound, ReadSmallFile(folder_.path() + "/no").error().code());
  EXPECT_EQ("read " + folder_.path() + ": Is a directory", ReadSmallFile(folder_.path()).error().message());
}

TEST_F(ReadFile, HasALimitForEveryKindOfFile) {
  const std::string link = folder_.path() + "/link";
  ASSERT_EQ(0, ::symlink("/dev/zero", link.c_str()));
  const std::string holes = folder_.Write("holes", "");
  ASSERT_EQ(0, ::truncate(holes.c_str(), off_t{1} << 40));
  for (const std::string& path : {link, holes}) {
    EXPECT_EQ(ErrorCode::kLimitExceeded, ReadSmallFile(path, kAtOnce).error().code()) << path;
  }
}

// A shell passes the path of a pipe for --kubeconfig <(command).
TEST_F(ReadFile, TakesAPipeToItsEnd) {
  int ends[2];
  ASSERT_EQ(0, ::pipe(ends));
  std::jthread writer([file = ends[1]] {
    const std::string block(100'000, 'x');  // more bytes than the pipe can buffer
    for (int i = 0; i < 3; ++i) EXPECT_LT(0, ::write(file, block.data(), block.size()));
    ::close(file);
  });
  const auto text = ReadSmallFile("/dev/fd/" + std::to_string(ends[0]));
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_EQ(std::string(300'000, 'x'), *text);
  ::close(ends[0]);
}

TEST_F(ReadFile, APipeWithoutAWriterIsEmpty) {
  int ends[2];
  ASSERT_EQ(0, ::pipe(ends));
  ::close(ends[1]);
  EXPECT_EQ("", *ReadSmallFile("/dev/fd/" + std::to_string(ends[0])));
  ::close(ends[0]);
}

TEST_F(ReadFile, WaitsForTheWriterOfAFifo) {
  const std::string fifo = Fifo();
  std::jthread writer([&] {
    const int file = ::open(fifo.c_str(), O_WRONLY);  // blocks until a reader opens the pipe
    EXPECT_EQ(4, ::write(file, "text", 4));
    ::close(file);
  });
  EXPECT_EQ("text", *ReadSmallFile(fifo));
}

TEST_F(ReadFile, ASilentFifoEndsWithTheWaitOrTheStop) {
  const std::string fifo = Fifo();
  EXPECT_EQ(ErrorCode::kTimeout, ReadSmallFile(fifo, kAtOnce).error().code());
  ExpectAnEndWhenStopped([&](std::stop_token stop) { return ReadSmallFile(fifo, {stop}); });
  const int writer = ::open(fifo.c_str(), O_RDWR);  // a writer that keeps the pipe open, but never writes
  EXPECT_EQ(ErrorCode::kTimeout, ReadSmallFile(fifo, kAtOnce).error().code());
  ExpectAnEndWhenStopped([&](std::stop_token stop) { return ReadSmallFile(fifo, {stop}); });
  ::close(writer);
}

TEST_F(ReadFile, AStopEndsTheReadingOfEveryFileOfAKubeconfig) {
  const std::string fifo = Fifo();
  const Environment environment{.variable = [](const std::string&) { return std::string(); }};
  const auto resolve = [&](ConfigFlags flags) {
    ExpectAnEndWhenStopped([&](std::stop_token stop) {
      flags.wait.stop = stop;
      return ResolveConfig(flags, environment);
    });
  };
  resolve({.kubeconfig = fifo});
  resolve({.server = "https://a", .certificate_authority = fifo});
  resolve({.server = "https://a", .client_certificate = fifo, .client_key = fifo});
  for (const char* user : {"client-certificate: fifo, client-key: fifo", "client-key: fifo"}) {
    resolve({.kubeconfig = folder_.Write("config",
                                         "{clusters: [{name: c, cluster: {server: 'https://a'}}], users: [{name: "
                                         "u, user: {" +
                                             std::string(user) + "}}]}"),
             .cluster = "c",
             .user = "u"});
  }
  resolve({.kubeconfig = folder_.Write("config",
                                       "{clusters: [{name: c, cluster: {server: "
                                       "'https://a', certificate-authority: fifo}}]}"),
           .cluster = "c"});
}

TEST_F(ReadFile, TheFirstTokenIsWaitedForAndNoLaterOne) {
  ClientConfig config;
  config.token_file = Fifo();
  BearerToken::Clock::time_point now{};
  BearerToken token(config, [&] { return now; });
  ExpectAnEndWhenStopped([&](std::stop_token stop) { return token.Get(stop); });
  {
    std::jthread writer([&] {
      const int file = ::open(config.token_file.c_str(), O_WRONLY);
      EXPECT_EQ(6, ::write(file, "token\n", 6));
      ::close(file);
    });
    EXPECT_EQ("token", *token.Get());
  }
  now += std::chrono::minutes(1);
  EXPECT_EQ("token", *token.Get()) << "of the first reading, without a wait";
}

}  // namespace read_file_test
}  // namespace structural::kube
