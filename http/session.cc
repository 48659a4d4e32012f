#include "http/session.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include "http/message.h"
#include "http/stream.h"

namespace structural::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using PlaceResult = ConnectionLimiter::Slot::PlaceResult;
using Ask = PlaceResult (ConnectionLimiter::Slot::*)(std::function<void()> granted);

constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
// Maximum size in bytes of a response's body that is sent in one write with its head.
constexpr std::size_t kSmallBody = 16 * 1024;
// Interval between attempts to get the memory of evicted bodies.
constexpr std::chrono::milliseconds kRoomAfter{2};
// Maximum number of bytes that are read and discarded after the last request of a connection.
constexpr std::uint64_t kLingerBytes = 64 * 1024;

struct Connection : std::enable_shared_from_this<Connection> {
  Connection(tcp::socket socket, const std::shared_ptr<Service>& of)
      : service(of), stream(std::move(socket)), reader(of->limits, *of->body_budget, [this] { end_body(); }) {}

  const std::shared_ptr<Service> service;
  Stream stream;
  std::function<void()> end_body;  // must only be assigned while `reader` receives no body
  RequestReader reader;
  std::optional<Activity::Request> begun;
  std::optional<ConnectionLimiter::Slot> slot;

  // Returns a function that calls `what` on the executor, if the stream still exists and has not moved to another
  // executor. The function can be called from any thread.
  std::function<void()> Later(const asio::any_io_executor& executor, void (*what)(Connection&)) {
    return [executor, what, weak = weak_from_this(), executor_token = stream.executor_token()] {
      asio::post(executor, [what, weak, executor_token] {
        const auto lives = weak.lock();
        if (lives != nullptr && !executor_token.expired()) what(*lives);
      });
    };
  }
  static void Close(Connection& connection) { connection.stream.Close(); }
  static void Resume(Connection& connection) { connection.stream.Resume(); }
  // Interrupts the connection if it is reading an evicted body. If the body was refused already, the connection waits
  // for something else, and must not be interrupted.
  static void EndBody(Connection& connection) {
    if (connection.reader.is_evicted()) connection.stream.Interrupt();
  }
};

using ConnectionPtr = std::shared_ptr<Connection>;

void ReportRejection(const Connection& connection, RequestRejection why) {
  if (connection.service->on_rejected) connection.service->on_rejected(why);
}

// Reports kTooSlow if the stream was closed before the peer had sent a complete request.
void ReportIfSlow(const Connection& connection) {
  if (connection.stream.closed() && connection.reader.wants_bytes()) {
    ReportRejection(connection, RequestRejection::kTooSlow);
  }
}

// Returns the peer's IPv4 address, or the first 64 bits of its IPv6 address, because a peer can use all addresses that
// begin with these bits. Empty if the address is unknown.
std::string AddressOf(const tcp::socket& socket) {
  error_code error;
  const asio::ip::address address = socket.remote_endpoint(error).address();
  if (error) return {};
  if (address.is_v4()) return address.to_string();
  const asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return make_address_v4(asio::ip::v4_mapped, v6).to_string();
  const auto bytes = v6.to_bytes();
  return std::string(bytes.begin(), bytes.begin() + bytes.size() / 2);
}

Response Handle(const Service& service, const Request& request) {
  try {
    return service.handler(request, service.stop);
  } catch (const std::exception& e) {
    return {.status = 500, .body = std::string("internal error: ") + e.what() + "\n"};
  }
}

asio::awaitable<error_code> Answer(Connection& connection, const Response& response, ReplyOptions options, bool head) {
  std::string text = ReplyHead(response, options);
  const bool together = !head && response.body.size() <= kSmallBody;
  if (together) text += response.body;
  error_code error = co_await connection.stream.Write(text);
  if (!error && !head && !together) error = co_await connection.stream.Write(response.body);
  co_return error;
}

// Ends a connection after its last answer. First reads and discards at most `max` bytes, because a peer that still
// sends when its connection is closed would not receive the answer.
asio::awaitable<void> Finish(Connection& connection, std::uint64_t max) {
  connection.stream.FinishWriting();
  co_await connection.stream.Discard(max);
}

asio::awaitable<void> Refuse(Connection& connection) {
  const RequestReader& reader = connection.reader;
  ReportRejection(connection, reader.rejection());
  connection.stream.ExpireAfter(connection.service->limits.step_timeout);
  const ReplyOptions options;
  const error_code error = co_await Answer(connection, reader.refusal(), options, false);
  if (error) co_return;
  const std::uint64_t max = connection.service->limits.body_bytes;
  co_await Finish(connection, std::min(reader.unsent_bytes(), max) + kLingerBytes);
}

// Reads the next bytes of a request, and sends "100 Continue" if the peer waits for it.
asio::awaitable<error_code> ReadPart(Connection& connection) {
  RequestReader& reader = connection.reader;
  const auto come = co_await connection.stream.ReadSome(reader.ReceiveBuffer());
  if (come.second) co_return come.second;
  if (!connection.begun) connection.begun.emplace(*connection.service->activity);
  reader.OnReceived(come.first);
  error_code error;
  if (reader.TakeExpectation()) error = co_await connection.stream.Write(kGoOn);
  co_return error;
}

// Reads the rest of a request. Answers a request that must be refused. Returns whether the request is complete.
asio::awaitable<bool> ReadRequest(Connection& connection) {
  RequestReader& reader = connection.reader;
  connection.slot->SetWaitingForPeer();
  while (reader.wants_bytes() && !reader.RefuseIfEvicted()) {
    error_code error;
    if (reader.waits_for_memory()) {
      error = co_await connection.stream.Pause(kRoomAfter);
      if (!error) reader.RequestMemory();
    } else {
      error = co_await ReadPart(connection);
    }
    if (error && !reader.RefuseIfEvicted()) co_return false;
  }
  if (reader.state() == RequestReader::State::kRefused) co_await Refuse(connection);
  co_return reader.state() == RequestReader::State::kComplete;
}

// Waits for the next request on the connection, and reads it. Returns whether it is complete.
asio::awaitable<bool> ReadNext(Connection& connection) {
  const Limits& limits = connection.service->limits;
  connection.reader.Next();
  if (connection.reader.has_begun()) {
    connection.begun.emplace(*connection.service->activity);
  } else {
    connection.stream.ExpireAfter(limits.idle_timeout);
    connection.slot->SetIdle();
    const error_code error = co_await connection.stream.AwaitByte();
    if (error) co_return false;
  }
  connection.stream.ExpireAfter(limits.step_timeout);
  co_return co_await ReadRequest(connection);
}

// Waits until the connection has a place in the stage that `ask` requests: kHandshake or kReading. Returns an error if
// the connection was evicted or its time is over.
asio::awaitable<error_code> AwaitPlace(Connection& connection, Ask ask) {
  Stream& stream = connection.stream;
  error_code error;
  const auto resume = connection.Later(stream.executor(), &Connection::Resume);
  for (auto wait = ConnectionLimiter::kMinStageTime; !error; wait *= 2) {
    const PlaceResult turn = ((*connection.slot).*ask)(resume);
    if (turn == PlaceResult::kNow) break;
    if (turn == PlaceResult::kNever) stream.Close();
    error = co_await stream.Pause(wait);
  }
  stream.EnlargeReceiveBuffer();
  stream.ExpireAfter(connection.slot->AllowedTime());
  co_return error;
}

// Waits until the connection has a place in kServing. Returns an error if it was evicted or its time is over.
asio::awaitable<error_code> AwaitService(Connection& connection) {
  Stream& stream = connection.stream;
  error_code error;
  stream.ExpireAfter(connection.service->limits.step_timeout);
  const auto resume = connection.Later(stream.executor(), &Connection::Resume);
  while (!error) {
    const PlaceResult turn = connection.slot->AskToServe(resume);
    if (turn == PlaceResult::kNow) break;
    if (turn == PlaceResult::kNever) stream.Close();
    error = co_await stream.Pause(connection.service->limits.step_timeout);
  }
  co_return error;
}

// Reads the first request of a connection without TLS. A request that arrives at once needs no place in kReading.
// Returns whether the request is complete.
asio::awaitable<bool> ReceivePlain(Connection& connection) {
  error_code error = co_await connection.stream.AwaitByte();
  if (!error) error = co_await ReadPart(connection);
  if (error) co_return false;
  const bool complete = connection.reader.state() == RequestReader::State::kComplete;
  if (complete && connection.slot->SkipReading()) co_return true;
  error = co_await AwaitPlace(connection, &ConnectionLimiter::Slot::AskToRead);
  if (error) co_return false;
  co_return co_await ReadRequest(connection);
}

// Does the TLS handshake. If no place in kHandshake is free, and the peer supports TLS 1.3, it must first prove that it
// reads its data; then the handshake needs a place in kReading instead.
asio::awaitable<error_code> Greet(Connection& connection) {
  Stream& stream = connection.stream;
  const TlsFiles::Context context = connection.service->tls->CurrentContext();
  const bool proves = !connection.slot->MayBeginHandshake() && stream.CanRequestRetry();
  const Ask ask = proves ? &ConnectionLimiter::Slot::AskToRead : &ConnectionLimiter::Slot::AskForHandshake;
  error_code error;
  if (proves) error = co_await stream.RequestRetry(context.get());
  if (!error) error = co_await AwaitPlace(connection, ask);
  if (!error) error = co_await stream.ShakeHands(context.get());
  co_return error;
}

asio::awaitable<bool> ReceiveByTls(Connection& connection) {
  error_code error = co_await connection.stream.AwaitClientHello();
  if (!error) error = co_await Greet(connection);
  if (error == boost::system::errc::protocol_error) ReportRejection(connection, RequestRejection::kNotHttp);
  if (!error) error = co_await AwaitPlace(connection, &ConnectionLimiter::Slot::AskToRead);
  if (!error) error = co_await connection.stream.AwaitByte();
  if (error) co_return false;
  co_return co_await ReadRequest(connection);
}

// Calls the handler, and sends its response. Returns whether the connection stays open.
asio::awaitable<bool> Respond(Connection& connection) {
  const Service& service = *connection.service;
  const RequestHead& request = connection.reader.head();
  connection.slot->SetBusy();
  const Response response = Handle(service, request.request);
  const bool keep_alive = request.keep_alive && !service.activity->retiring();
  connection.slot->RecordAnswer(response.status < 400);
  if (response.status < 400) connection.reader.TrustPeer();
  connection.slot->SetWaitingForPeer();
  connection.stream.ExpireAfter(service.limits.step_timeout);
  const ReplyOptions options{.version = request.version, .keep_alive = keep_alive};
  const bool head = request.request.method == "HEAD";
  const error_code error = co_await Answer(connection, response, options, head);
  connection.begun.reset();
  if (!error && !keep_alive) co_await Finish(connection, kLingerBytes);
  co_return !error && keep_alive && !service.stop.stop_requested();
}

// Answers the first request, which was read already. Then reads and answers further requests.
asio::awaitable<void> Converse(ConnectionPtr connection) {
  try {
    for (bool complete = true; complete;) {
      const bool stays = co_await Respond(*connection);
      if (!stays) break;
      complete = co_await ReadNext(*connection);
      if (!complete && connection->reader.has_begun()) ReportIfSlow(*connection);
    }
  } catch (const std::exception&) {
    // No memory is left, or the server stops: the connection ends.
  }
}

void GoOnAtWorker(const ConnectionPtr& connection) {
  const asio::any_io_executor worker = connection->service->new_worker();
  connection->stream.MoveTo(worker);
  connection->slot->SetEnd(connection->Later(worker, &Connection::Close));
  connection->end_body = connection->Later(worker, &Connection::EndBody);
  asio::co_spawn(worker, Converse(connection), asio::detached);
}

// Keeps the socket of an evicted connection with TLS open for a while, so that its peer does not reconnect at once.
asio::awaitable<void> Leave(Connection& connection) {
  if (!connection.stream.closed() || connection.service->tls == nullptr) co_return;
  const ConnectionLimiter::Time time = connection.slot->SocketLingerTime();
  connection.begun.reset();
  connection.reader.Abandon();
  if (time.count() > 0) co_await connection.stream.Linger(time);
}

asio::awaitable<void> Begin(ConnectionPtr connection) {
  try {
    connection->stream.ExpireAfter(connection->slot->AllowedTime());
    bool complete = false;
    if (connection->service->tls != nullptr) {
      complete = co_await ReceiveByTls(*connection);
    } else {
      complete = co_await ReceivePlain(*connection);
    }
    if (!complete) {
      ReportIfSlow(*connection);
      co_await Leave(*connection);
      co_return;
    }
    const error_code error = co_await AwaitService(*connection);
    if (error) {
      ReportRejection(*connection, RequestRejection::kConnectionsFull);
    } else {
      GoOnAtWorker(connection);
    }
  } catch (const std::exception&) {
    // No memory is left, or the server stops: the connection ends.
  }
}

}  // namespace

void Serve(tcp::socket socket, const std::shared_ptr<Service>& service) {
  try {
    std::string address = AddressOf(socket);
    const auto executor = socket.get_executor();
    const auto connection = std::make_shared<Connection>(std::move(socket), service);
    connection->slot.emplace(*service->connection_limiter, std::move(address),
                             connection->Later(executor, &Connection::Close));
    connection->end_body = connection->Later(executor, &Connection::EndBody);
    asio::co_spawn(executor, Begin(connection), asio::detached);
  } catch (const std::exception&) {
    // No memory is left: the connection ends.
  }
}

}  // namespace structural::http
