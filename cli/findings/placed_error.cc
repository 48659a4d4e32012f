#include "cli/findings/placed_error.h"

#include <utility>

namespace structural::findings {
namespace {

constexpr std::string_view kNowhere = "<nil>";

// <nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). …
PlacedError PlaceJunctor(std::string error) {
  constexpr std::string_view kBegin = "<nil>: Invalid value: \"\": \"";
  const auto end = error.starts_with(kBegin) ? error.find("\" must ", kBegin.size()) : error.npos;
  if (end == error.npos) {
    constexpr std::string_view kPlace = "<nil>: ";
    return {"", error.starts_with(kPlace) ? error.substr(kPlace.size()) : error, error};
  }
  std::string path = error.substr(kBegin.size(), end - kBegin.size());
  std::string message = error.substr(kNowhere.size() + 2);
  std::string whole = path.empty() ? message : path + ": " + message;
  return {std::move(path), std::move(message), std::move(whole)};
}

std::string PathIn(std::string_view message) {
  constexpr std::string_view kMetadata = "Go struct field ObjectMeta.";
  constexpr std::string_view kHandled = " cannot be handled as a ";
  const auto metadata = message.find(kMetadata);
  if (metadata != message.npos) {
    const std::string_view field = message.substr(metadata + kMetadata.size());
    return "metadata." + std::string(field.substr(0, field.find(' ')));
  }
  const auto handled = message.find(kHandled);
  const auto begin = handled == message.npos ? handled : message.find(": ", handled);
  if (begin == message.npos) return {};
  const std::string_view field = message.substr(begin + 2);
  const std::string path(field.substr(0, field.find(": ")));
  return path.find(' ') == path.npos ? path : std::string();
}

}  // namespace

PlacedError PlaceCause(std::string error) {
  const auto end = error.find(": ");
  std::string path = error.substr(0, end);
  if (path == kNowhere || end == error.npos) return PlaceJunctor(std::move(error));
  std::string message = error.substr(end + 2);
  return {std::move(path), std::move(message), std::move(error)};
}

PlacedError PlaceMessage(std::string message) {
  std::string path = PathIn(message);
  return {std::move(path), message, message};
}

}  // namespace structural::findings
