// What is written of a log message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "controller/log_fields.h"

namespace structural::cli {

inline constexpr std::size_t kLongestMessage = 2048;

// Names, paths and answers of others are in messages: whatever they hold, the result is one line
// without control characters, of kLongestMessage bytes before escaping, and says how many more
// there were. `left_out`: how many such messages were not written before this one.
std::string LogMessage(std::string_view message, std::size_t left_out = 0);

inline constexpr std::size_t kLongestField = 512;

enum class LogFormat { kText, kJson };

// The fields as they follow a message: ` crd="a" generation=3`, or `,"crd":"a","generation":3`. As
// above each value is one line, and bounded.
std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format);

}  // namespace structural::cli
