// Tests of the end of connections and of the server.
#include "http/server.h"

#include <gtest/gtest.h>

#include "server_fixture.h"

namespace structural::http {

namespace server_test {

TEST_F(ServerTest, HandsTheRequestOverAndTheResponseBack) {
  RawClient client(Listen(Echo));
  client.Send("POST /p?q HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Length: 2\r\n\r\nhi");
  const std::string answer = client.ReadUntil("hi");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
  EXPECT_NE(std::string::npos, answer.find("Content-Type: text/plain; charset=utf-8\r\n"));
  EXPECT_TRUE(answer.ends_with("\r\n\r\nPOST /p q Bearer t hi")) << answer;
}

TEST_F(ServerTest, AnswersManyRequestsOnOneConnection) {
  RawClient client(Listen(Echo));
  client.Send(std::string(kGet) + kGet);
  EXPECT_TRUE(client.ReadUntil("GET /a b=1  ").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(client.ReadUntil("GET /a b=1  ").starts_with("HTTP/1.1 200"));
}

TEST_F(ServerTest, ClosesWhenAsked) {
  RawClient client(Listen(Echo));
  client.Send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(client.ReadToEnd().ends_with("GET /   "));
}

TEST_F(ServerTest, HeadHasNoBody) {
  RawClient client(Listen(Echo));
  client.Send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(client.ReadToEnd().ends_with("\r\n\r\n"));
}

TEST_F(ServerTest, AHandlerThatThrowsIsAnInternalError) {
  RawClient client(Listen([](const Request&, std::stop_token) -> Response { throw std::runtime_error("broken"); }));
  client.Send(kGet);
  const std::string answer = client.ReadUntil("broken");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 500 ")) << answer;
}

TEST_F(ServerTest, RefusesTooLargeAndInvalidRequests) {
  const auto port = Listen(Echo, {.header_bytes = 1024, .body_bytes = 10});
  const std::tuple<std::string, const char*, RequestRejection> cases[] = {
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 413 ", RequestRejection::kBodyTooLarge},
      {"GET / HTTP/1.1\r\nHost: " + std::string(4096, 'x'), "HTTP/1.1 431 ", RequestRejection::kHeaderTooLarge},
      {"\x16\x03\x01 not http\r\n\r\n", "HTTP/1.1 400 ", RequestRejection::kNotHttp},
      {"GET / HTTP/1.1\r\nno colon\r\n\r\n", "HTTP/1.1 400 ", RequestRejection::kNotHttp},
  };
  for (const auto& [request, expected, why] : cases) {
    RawClient client(port);
    client.Send(request);
    const std::string answer = client.ReadToEnd();
    EXPECT_TRUE(answer.starts_with(expected)) << request.substr(0, 60) << "\n" << answer;
    EXPECT_EQ(std::multiset<RequestRejection>{why}, TakeRejections()) << request.substr(0, 60);
  }
}

TEST_F(ServerTest, AnswersExpectContinue) {
  RawClient client(Listen(Echo, {.body_bytes = 10}));
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n";
  client.Send(head + "Content-Length: 2\r\n\r\n");
  EXPECT_EQ("HTTP/1.1 100 Continue\r\n\r\n", client.ReadUntil("\r\n\r\n"));
  client.Send("hi");
  EXPECT_TRUE(client.ReadUntil("POST /   hi").starts_with("HTTP/1.1 200 "));
  // The server sends no 100 Continue, since the request has no header Expect.
  client.Send(head + "Content-Length: 2\r\n\r\nhi");
  EXPECT_TRUE(client.ReadUntil("POST /   hi").starts_with("HTTP/1.1 200 "));
  client.Send(head + "Content-Length: 11\r\n\r\n");
  EXPECT_TRUE(client.ReadToEnd().starts_with("HTTP/1.1 413 "));
}

TEST_F(ServerTest, AllBodiesTogetherAreBounded) {
  const std::uint16_t port = Listen(
      [](const Request& request, std::stop_token) { return Response{.body = std::to_string(request.body.size())}; },
      {.body_bytes = 1 << 20, .all_bodies_bytes = 300 << 10});
  const auto post = [](std::size_t size) {
    return "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n";
  };
  const auto ask = [&](std::size_t size) {
    RawClient client(port);
    client.Send(post(size) + std::string(size, 'x'));
    return client.ReadToEnd();
  };
  constexpr std::size_t kHalf = 200 << 10;
  EXPECT_TRUE(ask(kHalf).ends_with("\r\n" + std::to_string(kHalf)));
  // If the budget of memory for bodies is used up, a new body makes the server close the connection `slow`, whose body
  // is older. Small bodies are not counted in the budget.
  RawClient slow(port);
  slow.Send(post(kHalf + 1) + std::string(kHalf, 'x'));
  while (!slow.Ended()) {
    ask(250 << 10);
    EXPECT_TRUE(ask(60 << 10).starts_with("HTTP/1.1 200")) << "small ones are served";
  }
  // The body of a request is counted until its answer is written, so a further request may be refused for a moment.
  std::string last;
  for (int i = 0; i < 1000 && !last.starts_with("HTTP/1.1 200"); ++i) last = ask(250 << 10);
  EXPECT_TRUE(last.starts_with("HTTP/1.1 200")) << last;
}

TEST_F(ServerTest, EndsSilentAndSlowConnections) {
  const auto port = Listen(Echo, {.step_timeout = 20ms, .idle_timeout = 20ms});
  RawClient silent(port);
  EXPECT_EQ("", silent.ReadToEnd());
  RawClient slow(port);
  slow.Send("GET / HT");
  EXPECT_EQ("", slow.ReadToEnd());
  // The rejections are complete, since the server counts a rejection before it closes the connection.
  EXPECT_EQ((std::multiset<RequestRejection>{RequestRejection::kTooSlow, RequestRejection::kTooSlow}),
            TakeRejections());
}

TEST_F(OneThreadServerTest, AnIdleConnectionEndsForANewOne) {
  const auto port = Listen(Echo, {.connections = 2});
  RawClient first(port), second(port), third(port);
  for (RawClient* client : {&first, &second, &first, &third}) {
    client->Send(kGet);
    EXPECT_TRUE(client->ReadUntil("GET /a b=1  ").starts_with("HTTP/1.1 200"));
  }
  EXPECT_EQ("", second.ReadToEnd()) << "it was idle for longest";
  first.Send(kGet);
  EXPECT_TRUE(first.ReadUntil("GET /a b=1  ").starts_with("HTTP/1.1 200"));
}

TEST_F(ServerTest, SlowPeersDoNotDisplaceServedOnes) {
  const auto port = Listen(Echo, {.connections = 1, .reading = 4, .accepted = 8});
  const auto answered = [](RawClient& client) {
    return client.Send(kGet) && client.ReadUntil("GET /a b=1  ").starts_with("HTTP/1.1 200");
  };
  RawClient kept(port);
  ASSERT_TRUE(answered(kept));
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 100; ++i) {
    slow.push_back(std::make_unique<RawClient>(port));
    if (i % 2 == 0) slow.back()->Send("G");
  }
  EXPECT_TRUE(answered(kept));
  RawClient fresh(port);
  EXPECT_TRUE(answered(fresh));
  EXPECT_EQ("", slow.front()->ReadToEnd());
  EXPECT_TRUE(TakeRejections().contains(RequestRejection::kTooSlow));
}

TEST_F(ServerTest, ARefusalEndsTheConnection) {
  const auto port = Listen(Echo);
  RawClient client(port);
  const std::string lax = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n";
  client.Send(lax + kGet);
  const std::string answer = client.ReadToEnd();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << answer;
  EXPECT_NE(std::string::npos, answer.find("Connection: close\r\n")) << answer;
  EXPECT_EQ(std::string::npos, answer.find("GET /a")) << answer;
}

TEST_F(ServerTest, AnEndlessChunkExtensionIsRefused) {
  const auto port = Listen(Echo);
  RawClient client(port);
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;");
  client.Send(std::string(ChunkedReader::kMaxExcessBytes, 'x'));
  EXPECT_TRUE(client.ReadToEnd().starts_with("HTTP/1.1 431 "));
  EXPECT_EQ(std::multiset<RequestRejection>{RequestRejection::kHeaderTooLarge}, TakeRejections());
}

TEST(AddressTest, ReadsAddressesOfKubernetesPrograms) {
  const std::pair<const char*, Address> cases[] = {
      {":8080", {"", 8080}},           {"0.0.0.0:0", {"0.0.0.0", 0}}, {"127.0.0.1:1", {"127.0.0.1", 1}},
      {"[::1]:65535", {"::1", 65535}}, {"[::]:8443", {"::", 8443}},   {"localhost:80", {"127.0.0.1", 80}},
  };
  for (const auto& [text, expected] : cases) {
    const auto address = ParseAddress(text);
    ASSERT_TRUE(address.ok()) << address.error().message();
    EXPECT_EQ(expected.host, address->host) << text;
    EXPECT_EQ(expected.port, address->port) << text;
  }
}

TEST(AddressTest, ReportsErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"8080", "has no port"},
      {":", "the port is not a number"},
      {":65536", "the port is not a number"},
      {":80x", "the port is not a number"},
      {"::1:80", "an IPv6 address needs brackets"},
      {"example.com:80", "the host is not an IP address"},
      {"[127.0.0.1:80", "the host is not an IP address"},
  };
  for (const auto& [text, expected] : cases) {
    const auto address = ParseAddress(text);
    ASSERT_FALSE(address.ok()) << text;
    EXPECT_NE(std::string::npos, address.error().message().find(expected)) << address.error().message();
  }
}

TEST(AddressTest, PrintsWhatItReads) {
  for (const char* text : {":8080", "127.0.0.1:1", "[::1]:443"}) {
    EXPECT_EQ(text, ParseAddress(text)->ToString());
  }
}

TEST(AddressTest, ZeroMeansNoListener) {
  EXPECT_TRUE(IsDisabledAddress("0"));
  EXPECT_TRUE(IsDisabledAddress(""));
  EXPECT_FALSE(IsDisabledAddress(":0"));
}

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
      {.connections = 1, .step_timeout = 20ms});
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

TEST_F(ServerTest, ARetiringServerAnswersEachConnectionOnceMore) {
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
