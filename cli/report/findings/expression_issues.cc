#include "cli/report/findings/expression_issues.h"

#include <charconv>
#include <optional>

#include "schema/cel/functions.h"

namespace structural::findings {
namespace {

constexpr std::string_view kIssue = "ERROR: <input>:";

// Removes a number and the colon after it from the start of a text, and returns the number; nullopt if the text does
// not begin with them.
std::optional<std::uint32_t> TakeNumber(std::string_view& text) {
  std::uint32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr == text.data() + text.size() || *read.ptr != ':') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()) + 1);
  return number;
}

// Reads "1:5: MESSAGE" at the start of a text; nullopt if the text begins otherwise. After the message, the text may
// contain the expression, with a mark below the place of the error.
std::optional<ExpressionIssue> ReadIssue(std::string_view what, std::string_view text) {
  const auto line = TakeNumber(text);
  const auto column = line ? TakeNumber(text) : std::nullopt;
  if (!column || !text.starts_with(' ')) return std::nullopt;
  text = text.substr(1, text.find("\n | ") - 1);
  return ExpressionIssue{std::string(what).append(text), {*line, *column}};
}

// Returns the part of the text between `before` and `after`; empty if one of them is missing.
std::string_view Between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t at = text.find(before);
  if (at == text.npos) return {};
  text.remove_prefix(at + before.size());
  const std::size_t end = text.find(after);
  return end == text.npos ? std::string_view() : text.substr(0, end);
}

std::string Note(const std::string& what, cel::Since since, validate::Release release) {
  const bool later = since.for_new > release.minor();
  if (!later || since.for_new > validate::Release::kNewestMinor) return {};
  return " (" + what + " since Kubernetes 1." + std::to_string(since.for_new) + ")";
}

}  // namespace

std::vector<ExpressionIssue> IssuesOfExpression(std::string_view message) {
  std::vector<ExpressionIssue> issues;
  std::size_t at = message.find(kIssue);
  const std::string_view what = message.substr(0, at);
  while (at != message.npos) {
    const std::string_view rest = message.substr(at + kIssue.size());
    const std::size_t next = rest.find("\nERROR: <input>:");
    auto issue = ReadIssue(what, rest.substr(0, next));
    if (!issue) return {};
    issues.push_back(*std::move(issue));
    at = next == rest.npos ? next : at + kIssue.size() + next + 1;
  }
  return issues;
}

std::string SinceNote(std::string_view message, validate::Release release) {
  const std::string name(Between(message, "undeclared reference to '", "'"));
  const auto since = cel::FunctionSince(name);
  if (since) return Note("function " + name + " exists", *since, release);
  const std::string syntax(Between(message, "unsupported syntax '", "'"));
  if (syntax.empty()) return {};
  return Note("the syntax exists", cel::SinceOf(cel::LanguagePart::kOptionalSyntax), release);
}

}  // namespace structural::findings
