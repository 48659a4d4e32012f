// Tests of parsing the output of exec plugins, and of running programs.
#include <nlohmann/json.hpp>
#include <signal.h>

#include "kube/credentials/exec_source.h"
#include "kube/credentials/program.h"
#include "test/support/cases.h"

namespace structural::kube {
namespace exec_parts_test {

using SystemClock = std::chrono::system_clock;

constexpr const char* kV1 = "client.authentication.k8s.io/v1";

class ExecOutput : public ::testing::TestWithParam<test::Case> {};

TEST_P(ExecOutput, IsACredentialOrAnError) {
  const nlohmann::json& data = GetParam().data;
  const auto credential = ParseExecCredential(data["output"].get<std::string>(), kV1);
  if (data.contains("error")) {
    ASSERT_FALSE(credential.ok());
    EXPECT_TRUE(credential.error().message().starts_with(data["error"].get<std::string>()))
        << credential.error().message();
    EXPECT_EQ(std::string::npos, credential.error().message().find("secret-"));
    return;
  }
  ASSERT_TRUE(credential.ok()) << credential.error().message();
  EXPECT_EQ(data["token"], credential->token);
  EXPECT_EQ(data.contains("expires"), credential->expires.has_value());
  if (credential->expires) {
    EXPECT_EQ(data["expires"], SystemClock::to_time_t(*credential->expires));
  }
}

INSTANTIATE_TEST_SUITE_P(Exec, ExecOutput, ::testing::ValuesIn(test::LoadCases("kube/exec")), test::CaseName);

TEST(Program, GivesOutputAndExitCode) {
  const auto outcome = RunProgram({.argv = {"sh", "-c", "printf abc; exit 7"}}, {});
  ASSERT_TRUE(outcome.ok()) << outcome.error().message();
  EXPECT_EQ(7, outcome->exit_code);
  EXPECT_EQ("abc", outcome->output);
  // A signal that this process ignores or blocks must have its default effect in the program: RunProgram resets all
  // signals.
  ::signal(SIGPIPE, SIG_IGN);
  const auto piped = RunProgram({.argv = {"sh", "-c", "kill -PIPE $$; exit 0"}}, {});
  ASSERT_TRUE(piped.ok());
  EXPECT_EQ(128 + SIGPIPE, piped->exit_code);
}

}  // namespace exec_parts_test
}  // namespace structural::kube
