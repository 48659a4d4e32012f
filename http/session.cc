#include "http/session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

namespace structural::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;
using Parser = beast::http::request_parser<beast::http::string_body>;
using Reply = beast::http::response<beast::http::string_body>;

constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";

std::string Text(beast::string_view view) { return {view.data(), view.size()}; }

Request FromMessage(Parser::value_type message) {
  const beast::string_view target = message.target();
  const auto mark = std::min(target.find('?'), target.size());
  return {.method = Text(message.method_string()),
          .path = Text(target.substr(0, mark)),
          .query = mark < target.size() ? Text(target.substr(mark + 1)) : "",
          .authorization = Text(message[beast::http::field::authorization]),
          .content_type = Text(message[beast::http::field::content_type]),
          .body = std::move(message.body())};
}

Response Handle(const Service& service, const Request& request) {
  try {
    return service.handler(request, service.stop);
  } catch (const std::exception& e) {
    return {.status = 500, .body = std::string("internal error: ") + e.what() + "\n"};
  }
}

Reply ToMessage(Response response, unsigned version, bool keep_alive, bool head) {
  Reply reply{static_cast<beast::http::status>(response.status), version};
  reply.set(beast::http::field::content_type, response.content_type);
  reply.set("X-Content-Type-Options", "nosniff");
  if (response.retry_after > 0) {
    reply.set(beast::http::field::retry_after, std::to_string(response.retry_after));
  }
  const std::size_t size = response.body.size();
  if (!head) reply.body() = std::move(response.body);
  reply.content_length(size);
  reply.keep_alive(keep_alive);
  return reply;
}

struct Refusal {
  Unread why;
  Response response;
};

// What a request that cannot be read is told, where it is worth an answer.
std::optional<Refusal> RefusalOf(error_code error) {
  if (error == beast::http::error::body_limit) {
    return Refusal{Unread::kBodyTooLarge, {.status = 413, .body = "the body is too large\n"}};
  }
  if (error == boost::system::errc::not_enough_memory) {
    return Refusal{
        Unread::kBodiesFull,
        {.status = 503, .body = "too much is being read, come again\n", .retry_after = 1}};
  }
  if (error == beast::http::error::header_limit) {
    return Refusal{Unread::kHeaderTooLarge, {.status = 431, .body = "the header is too large\n"}};
  }
  if (error.category() != beast::http::make_error_code(beast::http::error::bad_method).category() ||
      error == beast::http::error::end_of_stream || error == beast::http::error::partial_message) {
    return std::nullopt;
  }
  return Refusal{Unread::kNoHttp,
                 {.status = 400, .body = "not an HTTP request: " + error.message() + "\n"}};
}

beast::tcp_stream& Lowest(beast::tcp_stream& stream) { return stream; }
beast::tcp_stream& Lowest(beast::ssl_stream<beast::tcp_stream>& stream) {
  return stream.next_layer();
}

template <typename Stream>
asio::awaitable<error_code> Write(Stream& stream, const Service& service, Reply reply) {
  error_code error;
  Lowest(stream).expires_after(service.limits.step);
  co_await beast::http::async_write(stream, reply,
                                    asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

// While it lives, the stream waits for its peer, and is closed where another connection needs its
// place. For the thread, or strand, of the stream.
class Silence {
 public:
  Silence(const Service& service, beast::tcp_stream& stream)
      : wait_(*service.idle,
              [&stream, executor = stream.get_executor(), lives = std::weak_ptr<void>(lives_)] {
                asio::post(executor, [&stream, lives] {
                  if (!lives.expired()) stream.close();
                });
              }) {}

 private:
  const std::shared_ptr<void> lives_ = std::make_shared<int>();
  const Idle::Wait wait_;
};

// The first byte of a request may take its time, what follows may not.
template <typename Stream>
asio::awaitable<error_code> Await(Stream& stream, const Service& service,
                                  beast::flat_buffer& buffer) {
  error_code error;
  if (buffer.size() > 0) co_return error;
  Lowest(stream).expires_after(service.limits.idle);
  const Silence silence(service, Lowest(stream));
  const std::size_t n = co_await stream.async_read_some(
      buffer.prepare(4096), asio::redirect_error(asio::use_awaitable, error));
  if (!error) buffer.commit(n);
  co_return error;
}

// Whether the peer holds the body back until it is told to go on.
bool ExpectsWord(const Parser& parser) {
  return !parser.is_done() && parser.get().version() >= 11 &&
         beast::iequals(parser.get()[beast::http::field::expect], "100-continue");
}

template <typename Stream>
asio::awaitable<error_code> Read(Stream& stream, const Service& service, beast::flat_buffer& buffer,
                                 Parser& parser, BodyBudget::Share& share) {
  error_code error;
  parser.eager(true);
  parser.header_limit(static_cast<std::uint32_t>(service.limits.header_bytes));
  parser.body_limit(service.limits.body_bytes);
  Lowest(stream).expires_after(service.limits.step);
  for (bool looked = false; !error && !parser.is_done();) {
    co_await beast::http::async_read_some(stream, buffer, parser,
                                          asio::redirect_error(asio::use_awaitable, error));
    if (!error && parser.is_header_done() && !std::exchange(looked, true) && ExpectsWord(parser)) {
      co_await asio::async_write(stream, asio::buffer(kGoOn),
                                 asio::redirect_error(asio::use_awaitable, error));
    }
    if (!error && !share.Hold(parser.get().body().size())) {
      error = boost::system::errc::make_error_code(boost::system::errc::not_enough_memory);
    }
  }
  co_return error;
}

// The rest of a body that is refused: who is cut off while he sends would not see the answer.
template <typename Stream>
asio::awaitable<void> Discard(Stream& stream, const Service& service, std::uint64_t left) {
  std::array<char, 4096> ignored;
  error_code error;
  Lowest(stream).expires_after(service.limits.step);
  for (std::size_t n = 0; !error && left > 0; left -= std::min<std::uint64_t>(left, n)) {
    n = co_await stream.async_read_some(asio::buffer(ignored),
                                        asio::redirect_error(asio::use_awaitable, error));
  }
}

template <typename Stream>
asio::awaitable<void> Converse(Stream& stream, const Service& service) {
  beast::flat_buffer buffer;
  while (!service.stop.stop_requested()) {
    Parser parser;
    error_code error = co_await Await(stream, service, buffer);
    if (error) co_return;
    const Activity::Request begun(*service.activity);
    BodyBudget::Share share(*service.budget);
    error = co_await Read(stream, service, buffer, parser, share);
    if (error) {
      if (auto refusal = RefusalOf(error)) {
        TellUnread(service, refusal->why);
        co_await Write(stream, service, ToMessage(std::move(refusal->response), 11, false, false));
        if (refusal->why == Unread::kBodiesFull) {  // the header has been read then
          const std::uint64_t left = parser.content_length_remaining().value_or(0);
          co_await Discard(stream, service, left - std::min<std::uint64_t>(left, buffer.size()));
        }
      }
      co_return;
    }
    const unsigned version = parser.get().version();
    const bool keep_alive = parser.get().keep_alive() && !service.activity->retiring();
    const bool head = parser.get().method() == beast::http::verb::head;
    Response response = Handle(service, FromMessage(parser.release()));
    Reply reply = ToMessage(std::move(response), version, keep_alive, head);
    const error_code failed = co_await Write(stream, service, std::move(reply));
    if (failed || !keep_alive) co_return;
  }
}

asio::awaitable<void> ServePlain(asio::ip::tcp::socket socket, const Service& service) {
  beast::tcp_stream stream(std::move(socket));
  co_await Converse(stream, service);
  error_code ignored;
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

asio::awaitable<error_code> ShakeHands(beast::ssl_stream<beast::tcp_stream>& stream,
                                       const Service& service) {
  error_code error;
  stream.next_layer().expires_after(service.limits.step);
  const Silence silence(service, stream.next_layer());
  co_await stream.async_handshake(asio::ssl::stream_base::server,
                                  asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

asio::awaitable<void> ServeTls(asio::ip::tcp::socket socket, const Service& service) {
  const TlsFiles::Context shared = service.tls->Current();
  SSL_CTX_up_ref(shared.get());  // the context below frees it once
  asio::ssl::context context(shared.get());
  beast::ssl_stream<beast::tcp_stream> stream(beast::tcp_stream(std::move(socket)), context);
  error_code error = co_await ShakeHands(stream, service);
  if (error) co_return;
  co_await Converse(stream, service);
  stream.next_layer().expires_after(service.limits.step);
  co_await stream.async_shutdown(asio::redirect_error(asio::use_awaitable, error));
}

}  // namespace

void Activity::Change(int by) {
  const std::lock_guard lock(mutex_);
  requests_ += by;
  if (requests_ == 0) none_.notify_all();
}

bool Activity::Drain(std::chrono::milliseconds most) {
  retiring_ = draining_ = true;
  std::unique_lock lock(mutex_);
  return none_.wait_for(lock, most, [this] { return requests_ == 0; });
}

void TellUnread(const Service& service, Unread what) {
  if (service.on_unread) service.on_unread(what);
}

asio::awaitable<void> Serve(asio::ip::tcp::socket socket, std::shared_ptr<const Service> service) {
  try {
    if (service->tls != nullptr) {
      co_await ServeTls(std::move(socket), *service);
    } else {
      co_await ServePlain(std::move(socket), *service);
    }
  } catch (const std::exception&) {
    // No memory, or the server is going: the connection ends.
  }
}

}  // namespace structural::http
