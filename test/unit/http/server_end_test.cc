// The end of connections and of the server.
#include "server_fixture.h"

namespace structural::http {
namespace server_test {

TEST_F(ServerTest, AFurtherConnectionWaitsForBusyOnes) {
  std::promise<void> running, go_on;
  const auto port = Listen(
      [&](const Request& request, std::stop_token) {
        if (request.path == "/busy") {
          running.set_value();
          go_on.get_future().wait();
        }
        return Response{.body = request.path};
      },
      {.connections = 1});
  RawClient busy(port);
  busy.Send("GET /busy HTTP/1.0\r\n\r\n");
  running.get_future().wait();
  RawClient more(port);
  more.Send("GET /more HTTP/1.0\r\n\r\n");
  go_on.set_value();
  EXPECT_TRUE(busy.ReadToEnd().ends_with("/busy"));
  EXPECT_TRUE(more.ReadToEnd().ends_with("/more"));
}

TEST_F(ServerTest, AFurtherConnectionWaitsForALimitedTime) {
  std::promise<void> running, go_on;
  const auto port = Listen(
      [&](const Request&, std::stop_token) {
        running.set_value();
        go_on.get_future().wait();
        return Response{};
      },
      {.connections = 1, .step = 20ms});
  RawClient busy(port);
  busy.Send(kGet);
  running.get_future().wait();
  RawClient more(port);
  more.Send(kGet);
  EXPECT_EQ("", more.ReadToEnd());
  EXPECT_EQ(std::multiset<RequestRejection>{RequestRejection::kConnectionsFull}, TakeRejections());
  go_on.set_value();
  busy.ReadUntil("\r\n\r\n");
}

TEST_F(ServerTest, StopEndsConnectionsAndLetsHandlersFinish) {
  std::promise<void> running;
  bool finished = false;
  const auto port = Listen([&](const Request&, std::stop_token stop) {
    std::promise<void> stopped;
    const std::stop_callback on_stop(stop, [&] { stopped.set_value(); });
    running.set_value();
    stopped.get_future().wait();
    finished = true;
    return Response{};
  });
  RawClient busy(port), silent(port);
  busy.Send(kGet);
  running.get_future().wait();
  server.Stop();
  EXPECT_TRUE(finished);
  EXPECT_EQ("", silent.ReadToEnd());
}

TEST_F(ServerTest, DrainLetsTheAnswerThrough) {
  std::promise<void> running, go_on;
  const auto port = Listen([&](const Request&, std::stop_token) {
    running.set_value();
    go_on.get_future().wait();
    return Response{.body = "answer"};
  });
  RawClient busy(port), silent(port);
  busy.Send(kGet);
  running.get_future().wait();
  std::jthread draining([&] {
    server.Drain(20s);
    server.Stop();
  });
  go_on.set_value();
  const std::string answer = busy.ReadToEnd();
  EXPECT_TRUE(answer.ends_with("answer")) << answer;
  EXPECT_EQ("", silent.ReadToEnd());
}

TEST_F(ServerTest, OneThatRetiresAnswersEachConnectionOnceMore) {
  const auto port = Listen(Echo);
  RawClient old(port);
  old.Send(kGet);
  EXPECT_EQ(std::string::npos, old.ReadUntil("GET /a b=1  ").find("Connection: close"));
  server.Retire();
  RawClient young(port);
  for (RawClient* client : {&old, &young}) {
    client->Send(kGet);
    const std::string answer = client->ReadToEnd();
    EXPECT_NE(std::string::npos, answer.find("Connection: close\r\n")) << answer;
    EXPECT_TRUE(answer.ends_with("GET /a b=1  ")) << answer;
  }
}

TEST_F(ServerTest, DrainEndsAtItsDeadline) {
  RawClient slow(Listen(Echo));
  slow.Send("GET / HTTP/1.1\r\n");
  server.Drain(1ms);
  server.Stop();
  EXPECT_EQ("", slow.ReadToEnd());
}

TEST_F(ServerTest, ReportsWhyItCannotListen) {
  const auto port = Listen(Echo);
  const auto again = server.Listen({.address = {"127.0.0.1", port}}, Echo);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ("listen on 127.0.0.1:" + std::to_string(port) + ": Address already in use", again.error().message());
}

TEST_F(ServerTest, ListensOnAllAddressesWhenNoneIsNamed) {
  const auto port = server.Listen({.address = {"", 0}}, Echo);
  ASSERT_TRUE(port.ok());
  RawClient client(*port);
  client.Send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(client.ReadToEnd().starts_with("HTTP/1.0 200"));
}

}  // namespace server_test
}  // namespace structural::http
