// Reads the lines that test/oracle/judge/celcheck reads, {"expr": …}. Answers each with {"type": …} or {"errors": …}.
#include "environment.h"
#include "test/support/answer_lines.h"

namespace structural::test {
namespace {

nlohmann::ordered_json Answer(const nlohmann::json& line) {
  const cel::Source source(line.at("expr").get<std::string>());
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  if (!parsed.ok()) return {{"limit", parsed.error().message()}};
  if (parsed->root == nullptr) return {{"errors", parsed->issues.Display(source)}};
  const CheckedTypes types;
  const auto checked = cel::Check(*parsed, source, types.environment(), arena);
  if (!checked.ok()) return {{"limit", checked.error().message()}};
  if (!checked->issues.empty()) return {{"errors", checked->issues.Display(source)}};
  return {{"type", cel::FormatType(*checked->types[parsed->root->id])}, {"checked", PrintChecked(*checked)}};
}

}  // namespace
}  // namespace structural::test

int main() {
  using namespace structural::test;
  AnswerLines([](const nlohmann::json& line) { return Answer(line).dump(); });
}
