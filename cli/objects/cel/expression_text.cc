#include "cli/objects/cel/expression_text.h"

#include <utility>

#include "cli/shared/files.h"

namespace structural::cli {
namespace {

// Maximum size of an expression: Kubernetes reads 100,000 characters.
constexpr std::size_t kMaxExpressionBytes = std::size_t{1} << 20;

}  // namespace

base::Result<std::string> ReadExpressionText(const std::string& given) {
  std::string text = given;
  if (given == "-") {
    auto read = ReadInput(given);
    if (!read.ok()) return read.error();
    text = *std::move(read);
    if (text.ends_with('\n')) text.pop_back();
  }
  if (text.size() <= kMaxExpressionBytes) return text;
  return {base::ErrorCode::kLimitExceeded,
          "the expression has more than " + std::to_string(kMaxExpressionBytes) + " bytes"};
}

}  // namespace structural::cli
