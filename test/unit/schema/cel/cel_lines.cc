// Reads the lines that test/oracle/cel compares, {"expr": …, "options": {…}}. Answers each with {"ast": …, "places": …}
// or {"errors": …}.
#include "options.h"
#include "test/support/answer_lines.h"
#include "test/support/cel_debug.h"

namespace structural::test {
namespace {

nlohmann::ordered_json Answer(const nlohmann::json& line) {
  const cel::Source source(line.at("expr").get<std::string>());
  base::Arena arena;
  const auto parsed = cel::Parse(source, ReadParseOptions(line), arena);
  if (!parsed.ok()) return {{"limit", parsed.error().message()}};
  if (parsed->root == nullptr) return {{"errors", parsed->issues.Display(source)}};
  const auto print = [&](cel::Adornment adornment) {
    return cel::DebugString(*parsed->root, adornment, parsed->places, source);
  };
  return {{"ast", print(cel::Adornment::kKinds)}, {"places", print(cel::Adornment::kPlaces)}};
}

}  // namespace
}  // namespace structural::test

int main() {
  using namespace structural::test;
  AnswerLines([](const nlohmann::json& line) { return Answer(line).dump(); });
}
