#include "cli/shared/log_record.h"

#include "schema/base/quote.h"
#include "schema/base/shown_text.h"

namespace structural::cli {

std::string LogMessage(std::string_view message, std::size_t left_out) {
  std::string text = base::EscapeUnprintable(base::Shorten(message, kLongestMessage));
  if (left_out != 0) text += " (" + std::to_string(left_out) + " similar messages were dropped)";
  return text;
}

std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format) {
  std::string text;
  for (const auto& [key, value] : fields) {
    if (format == LogFormat::kJson) {
      text.append(",\"").append(key).append("\":");
    } else {
      text.append(" ").append(key).append("=");
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      text += std::to_string(*number);
    } else {
      const std::string& words = std::get<std::string>(value);
      base::AppendJsonString(base::EscapeUnprintable(base::Shorten(words, kLongestField)), text);
    }
  }
  return text;
}

}  // namespace structural::cli
