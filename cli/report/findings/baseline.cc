#include "cli/report/findings/baseline.h"

#include <algorithm>
#include <map>

#include "cli/report/rules/rules.h"

namespace structural::findings {
namespace {

constexpr std::size_t kMaxNotes = 10;

base::Error NoBaseline(std::size_t line, const char* why) {
  return {base::ErrorCode::kInvalidInput,
          "line " + std::to_string(line) + " " + why + "; --write-baseline writes a baseline"};
}

base::Error WithoutMessage(std::size_t line) {
  return {base::ErrorCode::kInvalidInput,
          "line " + std::to_string(line) +
              " has no message: the file has the form of an older program, RULE, CRD and PATH; write it again with "
              "--write-baseline"};
}

// Returns whether a run in this mode checks the rule.
bool CanReport(std::string_view rule, const LintMode& mode) {
  const auto& chapters = rules::Chapters();
  const auto chapter = std::ranges::find_if(chapters, [&](const rules::Chapter& each) {
    return std::ranges::find(each.rules, rule, &crd::Rule::id) != each.rules.end();
  });
  if (chapter == chapters.end()) return false;
  const std::string_view name = chapter->name;
  if (name == "verdict") return mode.against == nullptr;
  if (name == "changes") return mode.against != nullptr;
  if (name == "server" || name == "warnings" || name == "size") return mode.server_errors;
  return name == "document" || name == "unions" || (name == "strict" && mode.strict);
}

}  // namespace

base::Result<Baseline> Baseline::Read(std::string_view text) {
  Baseline baseline;
  bool any_known = false;
  std::size_t first = 0;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);  // git on Windows may end lines with \r\n
    if (line.empty() || line.front() == '#') continue;
    const auto tab = line.find('\t');
    const auto tabs = std::ranges::count(line, '\t');
    if (tab == line.npos || tabs > 3)
      return NoBaseline(number, "is not RULE, CRD, PATH and MESSAGE with tabs between them");
    if (first == 0) first = number;
    std::string rule = rules::CurrentId(line.substr(0, tab));
    const bool known = rules::FindRule(rule) != nullptr;
    any_known |= known;
    if (tabs != 3 && known) return WithoutMessage(number);
    const std::string_view rest = line.substr(tab);
    std::string identity = rule;
    identity.append(rest);
    std::string crd(rest.substr(1, rest.find('\t', 1) - 1));
    baseline.entries_.try_emplace(std::move(identity), Entry{number, std::move(rule), std::move(crd)});
  }
  if (first != 0 && !any_known) return NoBaseline(first, "does not begin with a rule, and no other line does");
  return baseline;
}

bool Baseline::Holds(const Finding& finding) {
  if (entries_.empty()) return false;
  std::string identity = Identity(finding);
  auto found = entries_.find(identity);
  if (found == entries_.end()) {
    identity.replace(identity.rfind('\t') + 1, identity.npos, kAnyMessage);
    found = entries_.find(identity);
  }
  if (found == entries_.end()) return false;
  found->second.needed = true;
  return true;
}

bool Baseline::IsStale(const Entry& entry, const LintMode& mode) const {
  return !entry.needed && checked_.contains(entry.crd) && CanReport(entry.rule, mode);
}

std::vector<std::string> Baseline::KeptIdentities(const LintMode& mode) const {
  std::vector<std::string> kept;
  for (const auto& [identity, entry] : entries_) {
    if (!IsStale(entry, mode)) kept.push_back(identity);
  }
  return kept;
}

std::vector<std::string> Baseline::Notes(const std::string& name, const LintMode& mode) const {
  std::map<std::size_t, std::string> notes;  // notes by line number of the baseline file
  for (const auto& [identity, entry] : entries_) {
    if (rules::FindRule(entry.rule) == nullptr) {
      notes[entry.line] = rules::UnknownRule(entry.rule);
    } else if (IsStale(entry, mode)) {
      notes[entry.line] = "stale: " + entry.crd + " no longer has this finding; remove the line";
    }
  }
  std::vector<std::string> lines;
  for (const auto& [line, note] : notes) {
    if (lines.size() == kMaxNotes) {
      lines.push_back(name + ": " + std::to_string(notes.size() - kMaxNotes) + " more such lines");
      break;
    }
    lines.push_back(name + ":" + std::to_string(line) + ": warning: " + note);
  }
  return lines;
}

std::string BaselineText(std::vector<std::string> identities) {
  std::sort(identities.begin(), identities.end());
  identities.erase(std::unique(identities.begin(), identities.end()), identities.end());
  std::string text = "# Findings that `structural lint --baseline` does not report: rule, CRD, path, message.\n";
  for (const std::string& identity : identities) text.append(identity).append("\n");
  return text;
}

}  // namespace structural::findings
