#include "cli/report/findings/lint_text.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "cli/report/rules/rules.h"
#include "cli/shared/head.h"
#include "document/document.h"
#include "document/lines.h"
#include "document/tree.h"
#include "schema/base/quote.h"
#include "schema/go/base64.h"

namespace structural::findings {
namespace {

// Origin: converts positions in an embedded text, such as a CRD in a ConfigMap, to positions in the file. A plain
// value.
class Origin {
 public:
  // The origin of the text of the file itself, which changes no positions.
  Origin() = default;

  // Returns the origin of `text`, a string value that begins at `at` in the file. For a literal block (`|`), a line of
  // `text` is converted to its line of the file. For a string of one line that is written without escapes, with or
  // without quotes, a column is converted to its column of the file. For any other string, all positions are converted
  // to `at`.
  static Origin OfString(document::Position at, std::string_view text, document::Lines& file);

  document::Position InFile(document::Position at) const;

 private:
  enum class Kind { kFile, kBlock, kOneLine, kOnePlace };

  Kind kind_ = Kind::kFile;
  document::Position at_;
  std::uint32_t indent_ = 0;
};

std::size_t Indent(std::string_view line) {
  const auto at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? 0 : at;
}

bool IsBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

// Returns whether a literal block of YAML (`|`) begins at the position. A tag or an anchor may precede the `|`.
bool BeginsLiteral(std::string_view line, document::Position at) {
  const std::string_view value = line.substr(std::min<std::size_t>(at.column - 1, line.size()));
  const auto indicator = value.find_first_of("|\"'>");
  return indicator != value.npos && value[indicator] == '|';
}

// Returns the number of quotes in `value` before `text`: 0 or 1. Returns nullopt if `text` does not follow unchanged.
std::optional<std::uint32_t> Quotes(std::string_view value, std::string_view text) {
  if (text.empty() || text.find('\n') != text.npos) return std::nullopt;
  if (value.starts_with(text)) return 0;
  const bool quoted = value.starts_with('"') || value.starts_with('\'');
  if (!quoted || !value.substr(1).starts_with(text)) return std::nullopt;
  return 1;
}

Origin Origin::OfString(document::Position at, std::string_view text, document::Lines& file) {
  Origin origin;
  origin.at_ = at;
  origin.kind_ = Kind::kOnePlace;
  if (const auto quotes = Quotes(file.From(at), text)) {
    origin.kind_ = Kind::kOneLine;
    origin.indent_ = *quotes;
    return origin;
  }
  if (!BeginsLiteral(file[at.line], at)) return origin;
  document::Lines inner(text);
  std::uint32_t line = 1;
  while (line < 1000 && IsBlank(inner[line])) ++line;
  const std::size_t outer = Indent(file[at.line + line]);
  if (outer < Indent(inner[line])) return origin;
  origin.kind_ = Kind::kBlock;
  origin.indent_ = static_cast<std::uint32_t>(outer - Indent(inner[line]));
  return origin;
}

document::Position Origin::InFile(document::Position at) const {
  switch (kind_) {
    case Kind::kBlock: return {at_.line + at.line, indent_ + at.column};
    case Kind::kOneLine: return {at_.line, at_.column + indent_ + at.column - 1};
    case Kind::kOnePlace: return at_;
    case Kind::kFile: break;
  }
  return at;
}

using document::Document;
using document::Position;
using document::Problem;

constexpr std::uint32_t kSourceWidth = 100;
// Maximum nesting of embedded texts. The deepest known case is a CRD in a ConfigMap in a ConfigMap.
constexpr int kMaxNesting = 4;

// Returns a hash of those parts of a CRD that affect its objects: apiVersion and spec. It depends on the order of keys.
std::size_t HashOfSpec(std::string_view crd) {
  std::size_t hash = 0;
  for (const auto& [key, value] : document::Members(crd)) {
    if (key == "\"apiVersion\"" || key == "\"spec\"") hash ^= std::hash<std::string_view>()(value);
  }
  return hash;
}

class FileChecker {
 public:
  FileChecker(FileReport& report, std::string_view text, const LintMode& mode, base::Arena& arena, bool in_folder)
      : report_(report),
        reader_(text, in_folder),
        lines_(reader_.text()),
        mode_(mode),
        arena_(arena),
        in_folder_(in_folder) {}

  void Run() {
    ReadAll(reader_, Origin());
    report_.skipped = reader_.skipped();
  }

 private:
  void ReadAll(cli::InputReader& reader, const Origin& origin);
  void OnProblem(const Problem& problem, const Origin& origin);
  void OnDocument(const Document& document, const Origin& origin);
  void OnKeys(const Document& document, const Origin& origin);
  void OnObject(const Document& document, std::string_view json, const Origin& origin, std::string_view list_version);
  void OnCrd(const Document& document, std::string_view json, const Origin& origin, std::string_view list_version);
  void OnConfigMap(const Document& document, std::string_view data, const Origin& origin);
  void OnBundle(const Document& document, std::string_view properties, const Origin& origin);
  void OnString(const Document& document, std::string_view string, std::string_view text, const Origin& origin);
  void Add(Finding finding, const Origin& origin);

  FileReport& report_;
  cli::InputReader reader_;
  document::Lines lines_;
  const LintMode& mode_;
  base::Arena& arena_;
  const bool in_folder_;
  int nesting_ = 0;
};

void FileChecker::Add(Finding finding, const Origin& origin) {
  finding.at = origin.InFile(finding.at);
  if (const auto within = std::exchange(finding.within, std::nullopt)) {
    finding.at = Origin::OfString(finding.at, within->text, lines_).InFile(within->at);
  }
  const document::Excerpt excerpt = lines_.Around(finding.at, kSourceWidth);
  finding.source = excerpt.text;
  finding.source_column = excerpt.column;
  report_.Add(std::move(finding));
}

void FileChecker::ReadAll(cli::InputReader& reader, const Origin& origin) {
  while (const auto next = report_.full() ? std::nullopt : reader.Next()) {
    if (const auto* problem = std::get_if<Problem>(&*next)) {
      OnProblem(*problem, origin);
    } else {
      OnDocument(std::get<Document>(*next), origin);
    }
  }
}

void FileChecker::OnProblem(const Problem& problem, const Origin& origin) {
  ++report_.unread_documents;
  Finding finding;
  finding.rule = rules::kUnreadable.id;
  finding.at = problem.at;
  finding.message = problem.message;
  if (!problem.context.empty()) {
    finding.message +=
        ", " + problem.context + " that begins in line " + std::to_string(origin.InFile(problem.context_at).line);
  }
  Add(std::move(finding), origin);
}

void FileChecker::OnDocument(const Document& document, const Origin& origin) {
  if (document.json == "null") return;
  const std::size_t crds = report_.crds;
  const auto is_crd = [](std::string_view item) { return cli::ReadHead(item).IsCrd(); };
  if (nesting_ == 0 && document.json.starts_with('[') && std::ranges::any_of(document::Elements(document.json), is_crd))
    return OnProblem(
        {document.begin,
         "a list of CRDs is no object; begin it with kind: List and apiVersion: v1, or separate the CRDs by ---"},
        origin);
  OnObject(document, document.json, origin, {});
  if (report_.crds != crds) OnKeys(document, origin);
}

void FileChecker::OnKeys(const Document& document, const Origin& origin) {
  const bool any = !document.duplicates.empty() || !document.implicit_scalars.empty();
  const std::string crd = any ? cli::NameOfCrd(document.json) : std::string();
  const auto add = [&](std::string_view rule, Position at, const std::string& key, std::string message) {
    Finding finding;
    finding.rule = rule;
    finding.severity = mode_.strict ? Severity::kError : Severity::kWarning;
    finding.at = at;
    finding.crd = crd;
    finding.path = key;
    finding.message = std::move(message);
    Add(std::move(finding), origin);
  };
  for (const auto& key : document.duplicates) {
    add(rules::kDuplicateKey.id, key.first, key.key,
        "the key " + base::Quote(key.key) + " is repeated in line " + std::to_string(origin.InFile(key.second).line) +
            ", so this value is ignored");
  }
  for (const auto& key : document.implicit_scalars) {
    if (!key.is_key) continue;
    add(rules::kRenamedKey.id, key.at, key.written,
        "without quotes the key " + key.written + " is read as " + base::Quote(key.json));
  }
}

void FileChecker::OnObject(const Document& document, std::string_view json, const Origin& origin,
                           std::string_view list_version) {
  if (nesting_ > 0 && json.starts_with('[')) {  // in older OLM catalogs, a string contains a list of CRDs
    for (const auto item : document::Elements(json)) OnObject(document, item, origin, {});
    return;
  }
  const cli::DocumentHead head = cli::ReadHead(json);
  const bool bare = !list_version.empty() && head.kind.empty() && head.api_version.empty();
  const bool whole = head.IsCrd() && head.IsOfApiExtensions();
  const bool wrong = !whole && (head.IsCrd() || head.IsCrdWithWrongKind()) &&
                     !cli::IsPatch(document::Tree(json), document::Tree::kRoot);
  if (bare || whole || wrong) {
    OnCrd(document, json, origin, bare ? list_version : std::string_view());
  } else if (head.IsList()) {
    const bool of_crds = head.kind == "CustomResourceDefinitionList";
    const std::string_view version = head.api_version.empty() ? "no apiVersion" : head.api_version;
    for (const auto item : document::Elements(head.items)) {
      OnObject(document, item, origin, of_crds ? version : std::string_view());
    }
  } else {
    ++report_.other_documents;
    if (head.kind == "ConfigMap") OnConfigMap(document, head.data, origin);
    if (head.schema == "olm.bundle") OnBundle(document, head.properties, origin);
  }
}

void FileChecker::OnCrd(const Document& document, std::string_view json, const Origin& origin,
                        std::string_view list_version) {
  const auto offset = static_cast<std::size_t>(json.data() - document.json.data());
  auto result = CheckCrdText({document, json, offset, list_version, mode_}, arena_);
  arena_.Reset();
  ++(result.is_patch ? report_.other_documents : result.decoded ? report_.crds : report_.unread_documents);
  report_.v1beta1_crds += result.is_v1beta1 && !result.is_patch ? 1 : 0;
  report_.suppressed += result.suppressed;
  if (result.decoded && !result.is_patch)
    report_.checked_crds.push_back({std::move(result.name), origin.InFile(document.At(offset)), HashOfSpec(json)});
  for (Finding& finding : result.findings) Add(std::move(finding), origin);
}

void FileChecker::OnConfigMap(const Document& document, std::string_view data, const Origin& origin) {
  for (const auto& member : document::Members(data)) {
    if (!member.value.starts_with('"')) continue;
    const std::string text = document::StringValue(member.value);
    if (cli::MayContainCrds(text)) OnString(document, member.value, text, origin);
  }
}

// Checks the objects in the properties of an OLM bundle. Such a property is {"type": "olm.bundle.object", "value":
// {"data": BASE64}}.
void FileChecker::OnBundle(const Document& document, std::string_view properties, const Origin& origin) {
  for (const auto property : document::Elements(properties)) {
    if (property.find("\"olm.bundle.object\"") == std::string_view::npos) continue;
    for (const auto& member : document::Members(property)) {
      if (member.key != "\"value\"") continue;
      for (const auto& part : document::Members(member.value)) {
        if (part.key != "\"data\"" || !part.value.starts_with('"')) continue;
        const auto text = go::DecodeBase64(document::StringValue(part.value));
        if (text && cli::MayContainCrds(*text)) OnString(document, part.value, *text, origin);
      }
    }
  }
}

// Checks `text`, the decoded value of `string`, which is a JSON string in the document.
void FileChecker::OnString(const Document& document, std::string_view string, std::string_view text,
                           const Origin& origin) {
  if (nesting_ == kMaxNesting) return;
  ++nesting_;
  const auto offset = static_cast<std::size_t>(string.data() - document.json.data());
  cli::InputReader reader(text, in_folder_);
  const Position at = origin.InFile(document.At(offset));
  ReadAll(reader, Origin::OfString(at, text, lines_));
  --nesting_;
}

}  // namespace

FileReport LintText(std::string file, std::string_view text, const LintMode& mode, base::Arena& arena, bool in_folder) {
  FileReport report;
  report.file = std::move(file);
  report.bytes = text.size();
  FileChecker(report, text, mode, arena, in_folder).Run();
  std::ranges::stable_sort(report.findings, {}, &Finding::at);
  return report;
}

}  // namespace structural::findings
