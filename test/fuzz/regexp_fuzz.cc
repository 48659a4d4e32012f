// Any text as a pattern: an answer in Go's form, and always the same.
#include "schema/base/utf8.h"
#include "schema/rules/regular_expression.h"
#include "test/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  const std::string_view pattern = fuzz::Text(data, size);
  const auto mistake = rules::FindMistake(pattern);
  fuzz::Require(rules::FindMistake(pattern) == mistake, "the same twice");
  if (!mistake) {
    fuzz::Require(base::IsValidUtf8(pattern), "a pattern that compiles is UTF-8");
    return 0;
  }
  fuzz::Require(mistake->starts_with("error parsing regexp: ") && mistake->ends_with('`'),
                "as Go says it");
  return 0;
}
