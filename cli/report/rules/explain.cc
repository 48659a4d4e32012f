#include "cli/report/rules/explain.h"

#include <algorithm>

#include "cli/report/rules/examples.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/cel/functions.h"
#include "schema/validate/release.h"

namespace structural::rules {
namespace {

using crd::Rule;

constexpr std::string_view kIndent = "  ";

std::string Bold(std::string_view text, bool colors) { return cli::Styled(cli::style::kBold, text, colors); }

const Chapter& ChapterOf(const Rule& rule) {
  return *std::ranges::find_if(Chapters(), [&](const Chapter& chapter) {
    return std::ranges::find(chapter.rules, &rule) != chapter.rules.end();
  });
}

// Returns the example of the rule; null if it does not have one.
const Example* FindExample(std::string_view rule) {
  const auto found = std::ranges::find(Examples(), rule, &Example::rule);
  return found == Examples().end() ? nullptr : &*found;
}

std::string NameOf(const crd::Section& section) {
  return std::string(section.document) + ": " + std::string(section.heading);
}

// Returns the name of the release 1.`minor`, in which a feature was added; "none" if this program does not know this
// release yet.
std::string SinceText(int minor) {
  const auto release = validate::Release::Named("1." + std::to_string(minor));
  return release ? release->MarkedName() : "none";
}

std::string RangeOf(const validate::Difference& row) {
  if (row.last_minor == validate::Release::kNewestMinor) return "since " + SinceText(row.first_minor);
  return "until 1." + std::to_string(row.last_minor);
}

std::string ReleasesMarkdown() {
  std::string text = "\n## Releases of Kubernetes\n\n" +
                     cli::Wrapped(
                         "`structural lint --kubernetes-version 1.N` checks CRDs as an API server of that release "
                         "does, with its messages. Feature gates have their defaults. Releases differ as "
                         "follows:",
                         "") +
                     "\n| releases | the API server | source |\n|---|---|---|\n";
  for (const validate::Difference& row : validate::Differences()) {
    text.append("| ").append(RangeOf(row)).append(" | ").append(row.description).append(" | ");
    text.append(row.source).append(" |\n");
  }
  return text;
}

std::string ExpressionRow(cel::Since since, const std::string& what) {
  return "| " + SinceText(since.for_new) + " | " + SinceText(since.for_stored) + " | " + what + " |\n";
}

std::string NamesOf(const cel::FunctionGroup& group) {
  std::string text;
  for (const std::string_view name : group.names) {
    text.append(text.empty() ? "`" : ", `").append(name).append("`");
  }
  return text;
}

std::string ExpressionsMarkdown() {
  std::string text = "\n### Rules in CEL\n\n" +
                     cli::Wrapped(
                         "An API server compiles a new expression with the functions of the previous release, and "
                         "an expression of the stored CRD with its own. So most functions come one release later "
                         "for new expressions:",
                         "") +
                     "\n| new expressions | stored expressions | functions and language |\n|---|---|---|\n";
  for (const cel::LanguagePartRow& row : cel::LanguageParts())
    text += ExpressionRow(row.since, std::string(row.description));
  for (const cel::FunctionGroup& group : cel::FunctionsByRelease()) text += ExpressionRow(group.since, NamesOf(group));
  return text;
}

std::string Yaml(std::string_view text) { return "```yaml\n" + std::string(text) + "```\n"; }

}  // namespace

std::string ExplainText(const Rule& rule, bool colors) {
  const auto part = [&](std::string_view name, const std::string& text) {
    return "\n" + Bold(name, colors) + "\n" + text;
  };
  std::string text = Bold(rule.id, colors) + "\n" + cli::Wrapped(rule.what, kIndent);
  text += part("Why", cli::Wrapped(rule.why, kIndent)) + part("Fix", cli::Wrapped(rule.fix, kIndent));
  if (const Example* example = FindExample(rule.id)) {
    text += part("Wrong", cli::Indented(example->wrong, kIndent));
    text += part("Right", cli::Indented(example->right, kIndent));
  }
  const Chapter& chapter = ChapterOf(rule);
  text += part(chapter.title, cli::Wrapped(chapter.introduction, kIndent));
  if (rule.section != nullptr) {
    text += part("See", cli::Wrapped(NameOf(*rule.section), kIndent) + cli::Indented(rule.section->url, kIndent));
  }
  return text;
}

std::string ExplainMarkdown(const Rule& rule) {
  std::string text = "### " + std::string(rule.id) + "\n\n" + cli::Wrapped(rule.what, "") + "\n" +
                     cli::Wrapped(rule.why, "") + "\n" + cli::Wrapped(rule.fix, "") + "\n";
  if (const Example* example = FindExample(rule.id)) {
    text += "Wrong:\n\n" + Yaml(example->wrong) + "\nRight:\n\n" + Yaml(example->right) + "\n";
  }
  if (rule.section != nullptr) {
    text += "See [" + NameOf(*rule.section) + "](" + std::string(rule.section->url) + ").\n\n";
  }
  return text;
}

std::string ExplainJson(std::span<const Rule* const> rules) {
  std::string text;
  const auto member = [&text](std::string_view lead, std::string_view key, std::string_view value) {
    text.append(lead).append("\"").append(key).append("\": ");
    base::AppendJsonString(value, text);
  };
  for (const Rule* rule : rules) {
    const Example* example = FindExample(rule->id);
    constexpr std::string_view kNext = ",\n    ", kNextInside = ",\n      ";
    member(text.empty() ? "[\n  {\n    " : ",\n  {\n    ", "id", rule->id);
    member(kNext, "chapter", ChapterOf(*rule).name);
    member(kNext, "what", rule->what);
    member(kNext, "why", rule->why);
    member(kNext, "fix", rule->fix);
    member(kNext, "wrong", example == nullptr ? "" : example->wrong);
    member(kNext, "right", example == nullptr ? "" : example->right);
    text.append(kNext).append("\"section\": ");
    if (const crd::Section* section = rule->section) {
      member("{\n      ", "document", section->document);
      member(kNextInside, "heading", section->heading);
      member(kNextInside, "url", section->url);
      text += "\n    }";
    } else {
      text += "null";
    }
    text += "\n  }";
  }
  return text + "\n]\n";
}

std::string ListText(bool colors) {
  std::size_t width = 0;
  for (const Rule* rule : AllRules()) width = std::max(width, rule->id.size());
  std::string text;
  for (const Chapter& chapter : Chapters()) {
    base::AppendItem(text, "\n", Bold(chapter.title, colors) + "\n");
    for (const Rule* rule : chapter.rules) {
      const std::string gap(width - rule->id.size() + 2, ' ');
      text += std::string(kIndent).append(rule->id) + gap + std::string(rule->what) + "\n";
    }
  }
  return text;
}

std::string ListMarkdown() {
  std::string text = "<!-- Made by hack/update/rules: do not edit. -->\n# Rules\n\n" +
                     cli::Wrapped(
                         "This page lists the rules that `structural lint` and `structural validate` "
                         "check. `structural explain RULE` prints one of them. An example that "
                         "begins with `openAPIV3Schema` is the schema of a version, and custom "
                         "resources follow it. Each wrong example breaks only its own rule, "
                         "and each right example breaks no rule.",
                         "") +
                     "\n";
  for (const Chapter& chapter : Chapters()) {
    text += "- " + std::string(chapter.title) + "\n";
    for (const Rule* rule : chapter.rules) {
      text += "  - [" + std::string(rule->id) + "](#" + std::string(rule->id) + "): " + std::string(rule->what) + "\n";
    }
  }
  for (const Chapter& chapter : Chapters()) {
    text += "\n## " + std::string(chapter.title) + "\n\n" + cli::Wrapped(chapter.introduction, "") + "\n";
    for (const Rule* rule : chapter.rules) text += ExplainMarkdown(*rule);
    text.pop_back();  // removes the empty line after the last rule
  }
  return text + ReleasesMarkdown() + ExpressionsMarkdown();
}

}  // namespace structural::rules
