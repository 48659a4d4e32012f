#include "cli/shared/input_reader.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "cli/shared/head.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/template.h"
#include "document/tree.h"
#include "schema/json/write.h"
#include "schema/kubernetes/built_in.h"

namespace structural::cli {
namespace {

namespace fs = std::filesystem;

using document::Document;
using document::Problem;

// Returns the value after the first `key` in a text that cannot be parsed: after the key at the start of a line in
// YAML, or after the quoted key in JSON. Empty if the key is missing.
std::string_view ValueOf(std::string_view text, std::string_view key) {
  constexpr std::string_view kAround = " \t\r\"'";
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool json = first != text.npos && text[first] == '{';
  const std::string written = json ? "\"" + std::string(key) + "\":" : "\n" + std::string(key) + ":";
  auto at = text.find(written);
  std::size_t size = written.size();
  if (!json && text.starts_with(written.substr(1))) at = 0, size = written.size() - 1;
  if (at == text.npos) return {};
  text = text.substr(at + size);
  text = text.substr(0, text.find_first_of(json ? ",}\n" : "\n"));
  const auto begin = text.find_first_not_of(kAround);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kAround) + 1 - begin);
}

// Returns whether a text has the apiVersion and the kind of a custom resource.
bool LooksLikeCustomResource(std::string_view text) {
  const std::string_view api_version = ValueOf(text, "apiVersion");
  if (api_version.empty() || ValueOf(text, "kind").empty()) return false;
  const auto slash = api_version.find('/');
  const bool core = slash == api_version.npos;
  return !kubernetes::IsBuiltIn(core ? std::string_view() : api_version.substr(0, slash),
                                core ? api_version : api_version.substr(slash + 1));
}

// Returns whether a text can contain an object that the command needs.
bool HasLookedFor(std::string_view text, SearchedKind what) {
  if (MayContainCrds(text)) return true;
  constexpr std::string_view kSeparator = "\n---";
  for (bool more = what == SearchedKind::kObjects; more;) {
    const auto end = text.find(kSeparator);
    if (LooksLikeCustomResource(text.substr(0, end))) return true;
    more = end != text.npos;
    if (more) text.remove_prefix(end + kSeparator.size());
  }
  return false;
}

// If a document has a second `kind` or `apiVersion`, returns the problem of the document; otherwise nullopt.
std::optional<Problem> FindSecondObject(const Document& document) {
  for (const auto& repeated : document.duplicates) {
    if (repeated.key != "kind" && repeated.key != "apiVersion") continue;
    const std::string key = "\"" + repeated.key + "\"";
    for (const auto& member : document::Members(document.json)) {
      const auto offset = static_cast<std::size_t>(member.key.data() - document.json.data());
      if (member.key == key && document.At(offset) == repeated.second)
        return Problem{repeated.second, "the document has a second " + key +
                                            ", and kubectl reads only the last one; separate objects by ---"};
    }
  }
  return std::nullopt;
}

// Returns whether a text has only template actions, such as "{{- if .Values.crds }}" before the first `---`.
bool HasOnlyActions(std::string_view text) {
  return document::WithoutActions(text).find_first_not_of(" \t\r\n-") == std::string::npos;
}

// Returns the reason to skip an unreadable document in a folder. kNothing: the document must not be skipped.
SkipReason WhySkipped(std::string_view source, SearchedKind what) {
  if (document::HasActions(source)) {
    const bool crds = MayContainCrds(document::WithoutActions(source));
    return crds ? SkipReason::kNothing : SkipReason::kTemplate;
  }
  const bool looked_for = MayContainCrds(source) || (what == SearchedKind::kObjects && LooksLikeCustomResource(source));
  return looked_for ? SkipReason::kNothing : SkipReason::kForeign;
}

}  // namespace

// Returns whether the file has no template actions, and can contain an object that the command needs. Unreadable
// documents of such a file are not skipped.
bool InputReader::IsBesideSearchedKind() {
  if (!is_beside_searched_kind_)
    is_beside_searched_kind_ = !document::HasActions(reader_.text()) && HasLookedFor(reader_.text(), what_);
  return *is_beside_searched_kind_;
}

// Returns the reason to skip the unreadable document, from its text. If the parser does not know where the document
// ends, uses the text of the whole file.
InputReader::Unreadable InputReader::Classify() {
  const auto of = [&](std::string_view source) {
    SkipReason why = WhySkipped(source, what_);
    if (why == SkipReason::kForeign && IsBesideSearchedKind()) why = SkipReason::kNothing;
    return Unreadable{why, document::HasActions(source), why == SkipReason::kTemplate && HasOnlyActions(source)};
  };
  if (!reader_.source().empty()) return of(reader_.source());
  if (!result_for_whole_text_) result_for_whole_text_ = of(reader_.text());
  return *result_for_whole_text_;
}

// Returns the number of lines before `source`, the text of the last document.
std::uint32_t InputReader::LinesBefore(std::string_view source) {
  const auto begin = static_cast<std::size_t>(source.data() - reader_.text().data());
  if (begin < counted_bytes_) counted_bytes_ = lines_ = 0;
  lines_ += static_cast<std::uint32_t>(
      std::ranges::count(reader_.text().substr(counted_bytes_, begin - counted_bytes_), '\n'));
  counted_bytes_ = begin;
  return lines_;
}

std::optional<Document> InputReader::ReadTemplate() {
  const std::string_view source = reader_.source();
  if (source.empty()) return std::nullopt;
  auto rest = document::WithoutActionLines(source);
  if (!rest) return std::nullopt;
  if (!rest->ends_with('\n')) *rest += '\n';
  auto read = document::ReadYaml(*rest, LinesBefore(source));
  auto* document = std::get_if<Document>(&read);
  if (document == nullptr || !document->duplicates.empty() || document->ignored_at) return std::nullopt;
  return std::move(*document);
}

std::optional<std::variant<Document, Problem>> InputReader::Next() {
  for (from_template_ = false; auto next = reader_.Next();) {
    ++documents_read_;
    bool repeats_key = false;
    if (const auto* document = std::get_if<Document>(&*next)) {
      auto second = FindSecondObject(*document);
      any_document_read_ |= document->json != "null";
      if (!second) return next;
      next = *std::move(second);
      repeats_key = true;
    }
    auto [why, has_template_actions, only_actions] = Classify();
    if (why == SkipReason::kForeign && repeats_key) why = SkipReason::kRepeatedKey;
    if (why == SkipReason::kNothing && has_template_actions) {
      any_document_read_ = true;
      auto document = ReadTemplate();
      from_template_ = document.has_value();
      if (document) return *std::move(document);
    }
    has_only_actions_ |= only_actions;
    if (only_actions) continue;
    if (why == SkipReason::kNothing || !in_folder_) return next;
    skipped_ = std::max(skipped_, why);
  }
  return std::nullopt;
}

SkipReason InputReader::skipped() const {
  return has_only_actions_ && !any_document_read_ ? SkipReason::kTemplate : skipped_;
}

std::string ChartOf(const std::string& file) {
  for (fs::path at = fs::path(file).parent_path(); at.has_filename(); at = at.parent_path()) {
    std::error_code error;
    if (at.filename() != "templates") continue;
    const fs::path chart = at.has_parent_path() ? at.parent_path() : fs::path(".");
    if (fs::is_regular_file(chart / "Chart.yaml", error)) return chart.string();
  }
  return {};
}

void SkippedFiles::Group::Add(const std::string& file) {
  if (++count == 1) first = file;
}

std::string SkippedFiles::Group::Text(const char* one, const char* many, const std::string& what) const {
  return CountOf(count, "file") + (count == 1 ? one : many) + what + " (" + (count == 1 ? "" : "first ") + first + ")";
}

void SkippedFiles::Add(const std::string& file, SkipReason why, std::string chart) {
  if (why == SkipReason::kForeign) foreign_.Add(file);
  if (why == SkipReason::kRepeatedKey) repeated_keys_.Add(file);
  if (why != SkipReason::kTemplate) return;
  ++templates_;
  if (chart.empty()) chart = ChartOf(file);
  if (chart.empty()) return;
  ++in_charts_;
  charts_.insert(std::move(chart));
}

std::string SkippedFiles::Sentence() const {
  const std::size_t others = templates_ - in_charts_;
  std::vector<std::string> parts;
  if (in_charts_ != 0) parts.push_back(CountOf(in_charts_, "template") + " in " + CountOf(charts_.size(), "chart"));
  if (others != 0) parts.push_back(CountOf(others, in_charts_ == 0 ? "template" : "other template"));
  if (foreign_.count != 0) parts.push_back(foreign_.Text(" that is", " that are", " neither YAML nor JSON"));
  if (repeated_keys_.count != 0)
    parts.push_back(repeated_keys_.Text(" that has", " that have", " a document with a second kind or apiVersion"));
  if (parts.empty()) return {};
  std::string text = JoinWithAnd(parts);
  text += templates_ + foreign_.count + repeated_keys_.count == 1 ? " was skipped" : " were skipped";
  if (in_charts_ != 0) return text + "; check the output of helm template";
  return templates_ == 0 ? text : text + "; check what they are rendered to";
}

void SkippedFiles::PrintSentence() const {
  const std::string text = Sentence();
  if (!text.empty()) PrintError(text);
}

std::string SkippedFiles::Json() const {
  json::Writer to;
  to.BeginObject().Add("templates", templates_).Add("charts", charts_.size());
  to.Add("files", foreign_.count + repeated_keys_.count).EndObject();
  return to.Take();
}

}  // namespace structural::cli
