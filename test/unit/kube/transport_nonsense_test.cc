// Tests of answers that no correct server sends. Each call must end, and the process must not crash.
#include <atomic>
#include <cstdlib>

#include "test/support/dice.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace transport_nonsense_test {

using base::ErrorCode;
using std::chrono::milliseconds;

class TransportNonsenseTest : public TransportFixture {};

TEST_F(TransportNonsenseTest, AChunkOfNegativeSize) {
  for (const char* size : {"-1", "-2"}) {
    const TestServer server([&](TestConnection& connection, const TestRequest&) {
      connection.BeginChunked();
      connection.Write(std::string(size) + "\r\nxx\r\n");
      connection.WaitForClose();
    });
    const auto response = Get(PlainConfig(server));
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
    EXPECT_TRUE(response.error().message().ends_with("the answer has a chunk of negative size"))
        << response.error().message();
  }
}

constexpr const char* kAnswers[] = {
    "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"a\":\"bcde\"}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n3\r\n1}\n\r\n0\r\n\r\n",
    "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno",
    "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nuntil the end"};
constexpr const char* kBits[] = {"\r\n",
                                 "\n",
                                 "0\r\n\r\n",
                                 "ffffffffffffffff\r\n",
                                 "-1\r\n",
                                 "-",
                                 ": ",
                                 "Content-Length: 18446744073709551615\r\n",
                                 "Content-Length: abc\r\n",
                                 "Transfer-Encoding: chunked\r\n",
                                 "Content-Encoding: gzip\r\n",
                                 "HTTP/1.1 100 Continue\r\n\r\n",
                                 "HTTP/9.9 ",
                                 "99999999999999999999",
                                 "Location: http://[::1\r\n",
                                 "Content-Type: text/plain; charset=\"\r\n",
                                 "\x80\xff"};

void Change(std::string& answer, test::Dice& dice) {
  const std::size_t at = dice.Below(static_cast<int>(answer.size()) + 1);
  switch (dice.Below(4)) {
    case 0: answer.insert(at, kBits[dice.Below(std::ssize(kBits))]); break;
    case 1: answer.erase(at, 1 + dice.Below(8)); break;
    case 2: answer.insert(at, answer.substr(at / 2, dice.Below(20))); break;
    case 3:
      if (at < answer.size()) answer[at] = static_cast<char>(dice.Below(256));
      break;
  }
}

// The environment variable STRUCTURAL_TEST_ANSWERS sets the number of changed answers, by default 200.
TEST_F(TransportNonsenseTest, AnswersThatWereChanged) {
  const char* wanted = std::getenv("STRUCTURAL_TEST_ANSWERS");
  const int number = wanted == nullptr ? 200 : std::atoi(wanted);
  test::Dice dice(7);
  std::string next;
  std::mutex mutex;
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    const std::lock_guard lock(mutex);
    connection.Write(next);
    if (next.size() % 3 != 0) connection.Close();
  });
  const auto transport = New(PlainConfig(server));
  for (int i = 0; i < number; ++i) {
    {
      const std::lock_guard lock(mutex);
      next = kAnswers[dice.Below(std::ssize(kAnswers))];
      for (auto changes = dice.Below(4); changes > 0; --changes) Change(next, dice);
    }
    if (dice.Below(2) == 0) {
      (void)transport->Do({.timeout = milliseconds(20)}, {});
    } else {
      (void)transport->Stream({.timeout = milliseconds(20)}, milliseconds(20), [](std::string_view) { return true; },
                              {});
    }
  }
}

}  // namespace transport_nonsense_test
}  // namespace structural::kube
