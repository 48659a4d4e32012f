// Reads any text as a server's answer, with this project's own HTTP code: a list in chunks, the lines of a watch, gzip,
// an error Status with Retry-After. Requires that memory and work are linear in the answer.
//
// Input: a byte that determines the size of the chunks, then the answer.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "kube/list_splitter.h"
#include "kube/transport/api_error.h"
#include "kube/transport/body.h"
#include "kube/transport/receive_window.h"
#include "kube/watch.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 64, .fixed_bytes = 1 << 20};

namespace {

using base::Result;
using kube::OnBytes;

void InLinearMemory(std::size_t size, auto read) {
  const MemoryLimit memory(size);
  read();
}

template <typename F>
void InPieces(std::string_view text, std::size_t piece, F take) {
  for (std::size_t at = 0; at < text.size(); at += piece) {
    if (!take(text.substr(at, piece))) return;
  }
}

struct Listed {
  std::size_t count = 0;
  std::size_t hash = 0;  // hash of all items of the list
  bool ok = false;
  bool operator==(const Listed&) const = default;
};

Listed List(std::string_view text, std::size_t piece) {
  Listed listed;
  std::size_t bytes = 0;
  kube::ListSplitter splitter([&](std::string_view item) {
    bytes += item.size();
    ++listed.count;
    listed.hash = listed.hash * 31 + std::hash<std::string_view>()(item);
  });
  bool fed = true;
  InPieces(text, piece, [&](std::string_view next) { return fed = splitter.Feed(next).ok(); });
  listed.ok = fed && splitter.End().ok();
  Require(bytes <= text.size(), "items are parts of the list");
  return listed;
}

void Watch(std::string_view text, std::size_t piece) {
  kube::WatchEventReader reader;
  std::size_t bytes = 0;
  kube::LineSplitter lines(kube::kMaxLineBytes, [&](std::string_view line) {
    bytes += line.size();
    const auto event = reader.Read(line);
    if (event.ok()) {
      Require(event->object.size() <= line.size(), "an event's object is a part of its line");
      (void)kube::EndsInitialEvents(*event);
      (void)kube::ToError(kube::ParseApiError(500, event->object));
    }
    return true;
  });
  InPieces(text, piece, [&](std::string_view next) { return lines.Feed(next).ok(); });
  lines.End();
  Require(bytes <= text.size(), "lines are parts of the stream");
}

void Unpack(std::string_view text, std::size_t piece) {
  kube::Inflater inflater;
  std::size_t bytes = 0;
  const OnBytes count = [&](std::string_view unpacked) -> Result<bool> {
    bytes += unpacked.size();
    return true;
  };
  InPieces(text, piece, [&](std::string_view next) { return inflater.Feed(next, count).ok(); });
  (void)inflater.End();
  const std::size_t max =
      std::max(kube::Inflater::kMaxRatio * (text.size() + 1), kube::Inflater::kMinBytesForRatioCheck);
  Require(bytes <= max, "what is unpacked is bounded by its ratio");
}

void Refuse(std::string_view text) {
  const kube::Response response{429, {{"Retry-After", std::string(text.substr(0, 40))}}, std::string(text)};
  (void)kube::ErrorFromResponse(response);
  const auto wait = kube::RetryAfter(response);
  Require(!wait || wait->count() >= 0, "nobody waits for the past");
}

void Header(std::string_view text, std::size_t piece) {
  const auto window = std::make_shared<kube::ReceiveWindow>(std::make_shared<kube::ReceiveBudget>(text.size()));
  kube::AnswerCounter counter(window.get());
  InPieces(text, piece, [&](std::string_view next) { return counter.Add(next); });
  Require(text.size() > kube::kMaxHeaderBytes || !window->failure(), "a short header is let in");
}

}  // namespace

void Try(std::string_view input) {
  if (input.empty()) return;
  const std::size_t size = input.size(), piece = static_cast<std::uint8_t>(input[0]) % 64 + 1;
  const std::string_view text = input.substr(1);
  InLinearMemory(size, [&] {
    const Listed whole = List(text, size);
    Require(List(text, piece) == whole, "a list is the same wherever it is cut");
  });
  InLinearMemory(size, [&] { Watch(text, piece); });
  InLinearMemory(size, [&] { Unpack(text, piece); });
  InLinearMemory(size, [&] { Refuse(text); });
  InLinearMemory(size, [&] { Header(text, piece); });
}

}  // namespace structural::fuzz
