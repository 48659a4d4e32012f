// Answers lines of test/oracle/regexp. For {"pattern": …} or {"hex": …}, the answer is {"error": …}. With {"text": …}
// or {"textHex": …}, the answer is {"matches": …, "found": […]}, if the two matching algorithms agree. `found` has the
// positions of the first hundred matches.

#include <nlohmann/json.hpp>

#include "schema/base/hex.h"
#include "schema/go/pattern.h"
#include "schema/go/regexp/automaton.h"
#include "schema/go/regexp/find.h"
#include "schema/go/regexp/threads.h"
#include "test/support/answer_lines.h"
#include "test/support/hex.h"

namespace structural::test {
namespace {

// Returns the answer as a line. The programs in Go and C++ must write the same bytes, so an error that is not plain
// ASCII is written in hexadecimal.
std::string Answer(const std::optional<std::string>& error) {
  if (!error) return R"({"error":null})";
  const bool plain = std::ranges::all_of(*error, [](char c) { return c >= ' ' && c <= '~'; });
  if (!plain) return R"({"errorHex":")" + base::ToHex(*error) + "\"}";
  return R"({"error":)" + nlohmann::json(*error).dump() + "}";
}

std::string Field(const nlohmann::json& line, const char* text, const char* hex) {
  return line.contains(hex) ? FromHex(line.at(hex)) : line.value(text, "");
}

std::string AnswerMatch(const go::regexp::Program& program, const std::string& text) {
  go::regexp::Threads threads;
  go::regexp::Automaton automaton;
  const bool matches = go::regexp::Search(program, text, threads);
  if (automaton.Search(program, text, threads).value_or(matches) != matches) return "they differ";
  std::string places;
  const auto found = go::regexp::Finder().FindAll(program, text, 100);
  if (!found) return "too often";
  for (const auto match : *found) {
    places += (places.empty() ? "[" : ",[") + std::to_string(match.begin) + "," + std::to_string(match.end) + "]";
  }
  return std::string(R"({"matches":)") + (matches ? "true" : "false") + ",\"found\":[" + places + "]}";
}

std::string Answer(const nlohmann::json& line) {
  go::regexp::Program program;
  const auto error = go::CompileError(Field(line, "pattern", "hex"), program);
  const bool with_text = line.contains("text") || line.contains("textHex");
  if (error || !with_text) return Answer(error);
  return AnswerMatch(program, Field(line, "text", "textHex"));
}

}  // namespace
}  // namespace structural::test

int main() {
  using namespace structural::test;
  AnswerLines([](const nlohmann::json& line) { return Answer(line); });
}
