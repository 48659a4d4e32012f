#include "cli/report/findings/placed_error.h"

#include <string_view>
#include <utility>

namespace structural::findings {
namespace {

bool IsOfJunctor(std::string_view keyword) {
  return keyword == "allOf" || keyword == "anyOf" || keyword == "oneOf" || keyword == "not";
}

}  // namespace

PlacedError Placed(const kubernetes::FieldError& error) {
  constexpr std::string_view kNowhere = "<nil>";
  std::string message = error.Body();
  if (error.field == kNowhere && (!error.path.empty() || IsOfJunctor(error.keyword))) {
    std::string path = error.path.Text();
    std::string whole = !IsOfJunctor(error.keyword) ? error.Text() : path.empty() ? message : path + ": " + message;
    return {std::move(path), std::move(message), std::move(whole), error.path};
  }
  const bool is_message = error.kind == kubernetes::ErrorKind::kMessage;
  std::string path = is_message ? error.path.Text() : error.field == kNowhere ? "" : error.field;
  return {std::move(path), std::move(message), error.Text(), error.path};
}

}  // namespace structural::findings
