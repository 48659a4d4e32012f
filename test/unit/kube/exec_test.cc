// Tests of exec plugins: their input, their output, and their failures.
#include <filesystem>
#include <fstream>
#include <thread>

#include <nlohmann/json.hpp>
#include <pty.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "exec_fixture.h"
#include "kube/config/environment.h"
#include "kube/credentials/exec_source.h"

namespace structural::kube {
namespace exec_test {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using SystemClock = std::chrono::system_clock;

// The value of SSL_CERT_FILE that this process was started with. PrepareProcess changes the variable, but a plugin must
// get this value.
const std::string kGivenCertFile = Environment::OfProcess().variable("SSL_CERT_FILE");

TEST_F(ExecPlugin, RunsOnceUntilItsCredentialsExpire) {
  SystemClock::time_point now = SystemClock::from_time_t(1767323045 - 10);
  const auto source = NewExecSource(Config(Print("secret", "\"expirationTimestamp\": \"2026-01-02T03:04:05Z\", ")),
                                    {.now = [&] { return now; }});
  EXPECT_EQ("Bearer secret", TokenOf(*source));
  now += seconds(10);
  EXPECT_EQ("Bearer secret", TokenOf(*source));
  EXPECT_EQ(1, Runs());
  now += seconds(1);
  EXPECT_EQ("Bearer secret", TokenOf(*source));
  EXPECT_EQ(2, Runs());
}

TEST_F(ExecPlugin, RunsAgainWhenItsCredentialsAreRefused) {
  const auto source = NewExecSource(Config(Print("$(cat '" + folder_.path() + "/token')")));
  folder_.Write("token", "one");
  const auto one = source->Get({});
  ASSERT_TRUE(one.ok()) << one.error().message();
  folder_.Write("token", "two");
  EXPECT_EQ("Bearer one", TokenOf(*source));
  EXPECT_TRUE(source->ReportRefusal(*one));
  EXPECT_EQ("Bearer two", TokenOf(*source));
  // A second, slow request reports that the server refused the old credentials. The source already has newer ones, so
  // it does not run the plugin again.
  EXPECT_TRUE(source->ReportRefusal(*one));
  EXPECT_EQ("Bearer two", TokenOf(*source));
  EXPECT_EQ(2, Runs());
}

TEST_F(ExecPlugin, RunsOnceForAllWhoWait) {
  const auto source = NewExecSource(Config("sleep 0.2; " + Print("secret")));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_EQ("Bearer secret", TokenOf(*source)); });
  }
  threads.clear();
  EXPECT_EQ(1, Runs());
}

TEST_F(ExecPlugin, GetsTheConfigurationOfTheKubeconfig) {
  ClientConfig config =
      Config("printf '%s' \"$KUBERNETES_EXEC_INFO\" > '" + folder_.path() +
             "/info'; printf '%s|' \"$@\" "
             "\"$ADDED\" \"$HOME\" \"$SSL_CERT_FILE\" > '" +
             folder_.path() + "/told'; cat > '" + folder_.path() + "/stdin'; ls /proc/self/fd | wc -l > '" +
             folder_.path() + "/files'; " + Print("secret"));
  config.tls = {.ca_pem = "CA\n", .server_name = "api.example"};
  config.exec->args = {"--region", "a b"};
  config.exec->env = {{"ADDED", "yes"}, {"HOME", "/nowhere"}};
  EXPECT_EQ("Bearer secret", TokenOf(*NewExecSource(config)));
  EXPECT_EQ("--region|a b|yes|/nowhere|" + kGivenCertFile + "|", folder_.Read("told"));
  EXPECT_EQ("", folder_.Read("stdin"));
  EXPECT_EQ(nlohmann::json({{"kind", "ExecCredential"}, {"apiVersion", kExecV1}, {"spec", {{"interactive", false}}}}),
            nlohmann::json::parse(folder_.Read("info")));
  // The plugin inherits only the three standard streams. The other two descriptors are those that ls itself opens.
  EXPECT_GE(5, std::stoi(folder_.Read("files")));

  config.exec->provide_cluster_info = true;
  config.exec->cluster_config = R"({"audience":"a\"b"})";
  config.disable_compression = true;
  EXPECT_EQ("Bearer secret", TokenOf(*NewExecSource(config)));
  EXPECT_EQ(nlohmann::json::parse(R"({"server": "https://10.0.0.1:6443",
      "tls-server-name": "api.example", "certificate-authority-data": "Q0EK",
      "disable-compression": true, "config": {"audience": "a\"b"}})"),
            nlohmann::json::parse(folder_.Read("info"))["spec"]["cluster"]);
  config.tls = {.insecure_skip_verify = true};
  EXPECT_EQ("Bearer secret", TokenOf(*NewExecSource(config)));
  EXPECT_EQ(true, nlohmann::json::parse(folder_.Read("info"))["spec"]["cluster"]["insecure-skip-tls-verify"]);
}

TEST_F(ExecPlugin, TalksToTheTerminalWhereItMay) {
  int keyboard = -1;
  int terminal = -1;
  ASSERT_EQ(0, ::openpty(&keyboard, &terminal, nullptr, nullptr, nullptr));
  const int standard_input = ::dup(STDIN_FILENO);
  ::dup2(terminal, STDIN_FILENO);
  ClientConfig config =
      Config("read -r line; echo \"$line\" > '" + folder_.path() + "/line'; " +
             "printf '%s' \"$KUBERNETES_EXEC_INFO\" > '" + folder_.path() + "/info'; " + Print("secret"));
  using Interactive = ExecConfig::Interactive;
  for (const auto mode : {Interactive::kNever, Interactive::kIfAvailable, Interactive::kAlways}) {
    config.exec->interactive = mode;
    const bool talks = mode != Interactive::kNever;
    ASSERT_EQ(5, ::write(keyboard, "otp1\n", 5));
    EXPECT_EQ("Bearer secret", TokenOf(*NewExecSource(config)));
    EXPECT_EQ(talks ? "otp1\n" : "\n", folder_.Read("line"));
    EXPECT_EQ(talks, nlohmann::json::parse(folder_.Read("info"))["spec"]["interactive"]);
    ::tcflush(terminal, TCIFLUSH);
  }
  ::dup2(standard_input, STDIN_FILENO);
  for (const int fd : {standard_input, terminal, keyboard}) ::close(fd);
}

TEST_F(ExecPlugin, ReportsErrors) {
  EXPECT_EQ("it failed with exit code 3; see its messages on standard error",
            Refusal("echo '{\"token\": \"secret\"}'; exit 3"));
  EXPECT_EQ("it failed with exit code 137; see its messages on standard error", Refusal("kill -9 $$"));
  EXPECT_EQ("its output is empty", Refusal("exit 0"));
  EXPECT_EQ("it printed more than 1 MiB", Refusal("yes"));
  EXPECT_EQ("it did not end before the deadline", Refusal("sleep 1000", {.timeout = milliseconds(100)}));
  // The plugin closes its output, but does not end, so the client must wait until the deadline.
  EXPECT_EQ("it did not end before the deadline", Refusal("exec >&-; sleep 1000", {.timeout = milliseconds(100)}));
  // The plugin has ended, but its child keeps the plugin's output open: the client must not wait for the child. The
  // child's standard error is redirected, because otherwise the child would keep that of the test open.
  EXPECT_EQ("its output is empty", Refusal("sleep 20 2> /dev/null & exit 0"));

  ClientConfig config = Config("");
  config.exec->command = "no-such-plugin";
  EXPECT_EQ(
      "exec plugin no-such-plugin: not found; install it, or correct "
      "users[].user.exec.command of the kubeconfig",
      TokenOf(*NewExecSource(config)));
  config.exec->install_hint = "see https://plugin.example";
  EXPECT_TRUE(TokenOf(*NewExecSource(config)).ends_with("kubeconfig: see https://plugin.example"));
  config = Config("");
  std::filesystem::permissions(config.exec->command, std::filesystem::perms::owner_read);
  EXPECT_TRUE(TokenOf(*NewExecSource(config)).ends_with(": Permission denied"));
  config = Config(Print("secret"));
  config.exec->interactive = ExecConfig::Interactive::kAlways;
  if (::isatty(0) == 0) {
    EXPECT_TRUE(TokenOf(*NewExecSource(config))
                    .ends_with(": its interactiveMode is Always, but standard input is not a terminal"));
  }
}

TEST_F(ExecPlugin, FailsOnceForAllWhoWait) {
  const auto source = NewExecSource(Config("echo run >> '" + folder_.path() + "/runs'; sleep 0.2; exit 1"));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_NE(std::string::npos, TokenOf(*source).find("exit code 1")); });
  }
  threads.clear();
  EXPECT_LE(Runs(), 4);
  EXPECT_GE(Runs(), 1);
}

// A stop ends the plugin and its children. It also ends the wait of all callers of Get that wait for the same run.
TEST_F(ExecPlugin, EndsWhenStopped) {
  const auto source = NewExecSource(Config("sleep 1000 & echo $! > '" + folder_.path() + "/pid.new'; mv '" +
                                           folder_.path() + "/pid.new' '" + folder_.path() + "/pid'; wait"));
  std::stop_source stop;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(ErrorCode::kCancelled, source->Get(stop.get_token()).error().code()); });
  }
  while (folder_.Read("pid").empty()) std::this_thread::yield();
  const auto before = std::chrono::steady_clock::now();
  stop.request_stop();
  threads.clear();
  EXPECT_LT(std::chrono::steady_clock::now() - before, seconds(5));
  // The child of the plugin has ended, too. Its entry in /proc may exist until its new parent reads its exit status.
  const std::string status = "/proc/" + std::to_string(std::stoi(folder_.Read("pid"))) + "/stat";
  const auto lives = [&] {
    std::ifstream file(status);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const size_t name = text.rfind(')');
    return name != std::string::npos && text[name + 2] != 'Z';
  };
  const auto deadline = before + seconds(10);
  while (lives() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_FALSE(lives());
}

TEST_F(ExecPlugin, IsNotRunIfTheConfigHasCredentials) {
  ClientConfig config = Config(Print("of-plugin"));
  config.token = "own";
  EXPECT_EQ("Bearer own", TokenOf(*NewCredentialSource(config)));
  config.token.clear();
  EXPECT_EQ("Bearer of-plugin", TokenOf(*NewCredentialSource(config)));
  EXPECT_EQ(1, Runs());
}

}  // namespace exec_test
}  // namespace structural::kube
