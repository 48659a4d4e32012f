// Tests that memory stays bounded over many events and connections. STRUCTURAL_SOAK_EVENTS sets the number of events:
// 1000000 makes the test long.
#include <cstdlib>
#include <fstream>

#include <malloc.h>

#include "kube/client.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace transport_soak_test {

constexpr int kEventsEach = 1000;

int Connections() {
  const char* events = std::getenv("STRUCTURAL_SOAK_EVENTS");
  return events == nullptr ? 30 : std::max(30, std::atoi(events) / kEventsEach);
}

// Returns the resident memory of this process, in KiB.
long Memory() {
  ::malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::strtol(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

std::string EventLines() {
  std::string lines;
  for (int i = 0; i < kEventsEach; ++i) {
    lines += R"({"type":"MODIFIED","object":{"metadata":{"name":"n","resourceVersion":")" + std::to_string(i) +
             R"("},"spec":")" + std::string(200, 'x') + "\"}}\n";
  }
  return lines;
}

class TransportSoak : public TransportFixture {};

TEST_F(TransportSoak, StaysFlatOverEventsAndReconnects) {
  const std::string lines = EventLines();
  // The server closes every second connection in the middle of an event's line.
  std::atomic<int> served{0};
  const auto serve = [&](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk(lines);
    if (++served % 2 == 0) connection.Write("100\r\n{\"type\":");
    if (served % 2 == 1) connection.Write("0\r\n\r\n");
    connection.Close();
  };
  const TestServer server(Identities::Get().local, serve);
  ClientConfig config = PlainConfig(server);
  config.server.replace(0, 4, "https");
  config.tls.ca_pem = Identities::Get().ca.certificate();
  const auto transport = New(config);
  Client client(*transport);

  const int connections = Connections();
  long events = 0;
  long after_a_tenth = 0;
  long max = 0;
  for (int i = 0; i < connections; ++i) {
    (void)client
        .Watch("/watch", {},
               [&](const WatchEvent&) {
                 ++events;
                 return true;
               },
               {})
        .ok();
    if (i < connections / 10) continue;
    const long now = Memory();
    if (after_a_tenth == 0) after_a_tenth = now;
    max = std::max(max, now);
  }
  EXPECT_EQ(static_cast<long>(connections) * kEventsEach, events);
  EXPECT_GE(server.connections(), connections);
  RecordProperty("KibAfterATenth", static_cast<int>(after_a_tenth));
  RecordProperty("KibAtMost", static_cast<int>(max));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LE(max, after_a_tenth + 4096) << "KiB";
#endif
  std::cout << events << " events, " << server.connections() << " connections: " << after_a_tenth
            << " KiB after a tenth, " << max << " KiB at most\n";
}

}  // namespace transport_soak_test
}  // namespace structural::kube
