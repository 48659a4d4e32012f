// Operations that read YAML like kubectl. Line: {"yaml": TEXT}, or {"base64": TEXT}. Answer of AnswerYamlLine: {"json":
// VALUE}, the first document. Answer of AnswerDocumentsLine: {"documents": [VALUE, …], "failed": BOOLEAN}, the
// documents up to the first unreadable one.
#include "cli/batch/batch.h"
#include "document/reader.h"
#include "schema/go/base64.h"
#include "schema/go/letter_case.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using base::ErrorCode;

base::Result<std::string> TextOf(std::string_view line, base::Arena& arena) {
  json::JsonReader in(line, arena);
  std::optional<std::string> yaml, base64;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (go::EqualFold(key, "yaml")) {
      yaml = in.String();
    } else if (go::EqualFold(key, "base64")) {
      base64 = in.String();
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  if (yaml) return *std::move(yaml);
  auto text = base64 ? go::DecodeBase64(*base64) : std::nullopt;
  if (!text) return {ErrorCode::kInvalidInput, "no yaml and no base64"};
  return *std::move(text);
}

}  // namespace

base::Result<std::string> AnswerYamlLine(std::string_view line, base::Arena& arena) {
  const auto text = TextOf(line, arena);
  if (!text.ok()) return text.error();
  const auto read = document::ReadYaml(*text);
  if (const auto* problem = std::get_if<document::Problem>(&read)) {
    return {ErrorCode::kInvalidInput, "line " + std::to_string(problem->at.line) + ", column " +
                                          std::to_string(problem->at.column) + ": " + problem->message};
  }
  return "{\"json\":" + std::get<document::Document>(read).json + "}";
}

base::Result<std::string> AnswerDocumentsLine(std::string_view line, base::Arena& arena) {
  const auto text = TextOf(line, arena);
  if (!text.ok()) return text.error();
  document::Reader reader(*text, document::TrailingText::kIgnore);
  std::string all;
  bool failed = false;
  while (const auto next = failed ? std::nullopt : reader.Next()) {
    const auto* document = std::get_if<document::Document>(&*next);
    failed = document == nullptr;
    if (failed || document->json == "null") continue;
    const auto value = json::Parser(arena).Parse(arena.Copy(document->json));
    if (!value.ok()) return value.error();
    if (!all.empty()) all += ',';
    json::AppendJson(*value, all);
  }
  return "{\"documents\":[" + all + "],\"failed\":" + (failed ? "true}" : "false}");
}

}  // namespace structural::cli
