#include "cli/log_record.h"

#include "schema/base/shown_text.h"

namespace structural::cli {

std::string LogMessage(std::string_view message, std::size_t left_out) {
  std::string text = base::EscapeUnprintable(base::Shorten(message, kLongestMessage));
  if (left_out != 0) text += " (" + std::to_string(left_out) + " such messages were left out)";
  return text;
}

}  // namespace structural::cli
