// {"crd": C, "object": O, "version": V, "crdStored": true} -> {"added", "errors", "lost",
// "tolerated"}: the effects of C on the stored O at its next write.
#include "schema/admission/next_write.h"

#include <algorithm>

#include "cli/batch/batch.h"
#include "cli/batch/served_crd.h"
#include "schema/json/members.h"
#include "schema/json/reader.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

// JSON texts; may be empty.
struct NextWriteLine {
  std::string_view crd;
  std::string_view object;
  std::string_view version;
  bool crd_stored = false;
};

base::Result<NextWriteLine> ReadNextWriteLine(std::string_view text, base::Arena& arena) {
  NextWriteLine line;
  json::JsonReader in(text, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "crd") {
      line.crd = in.Skip();
    } else if (key == "object") {
      line.object = in.Skip();
    } else if (key == "version") {
      line.version = in.String();
    } else if (key == "crdStored") {
      line.crd_stored = in.Bool();
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  if (line.object.empty()) return {base::ErrorCode::kInvalidInput, "no object"};
  return line;
}

// A server's order is random, and an update finds some twice.
std::vector<std::string> InOrder(const std::vector<kubernetes::FieldError>& errors) {
  std::vector<std::string> texts = kubernetes::TextsOf(errors);
  std::ranges::sort(texts);
  const auto repeated = std::ranges::unique(texts);
  texts.erase(repeated.begin(), repeated.end());
  return texts;
}

}  // namespace

base::Result<std::string> BatchNextWrite(std::string_view text, base::Arena& arena) {
  const auto line = ReadNextWriteLine(text, arena);
  if (!line.ok()) return line.error();
  const auto served = ServedFor(line->crd, line->crd_stored);
  if (!served.ok()) return served.error();
  const auto object = json::Parser(arena).Parse(line->object);
  if (!object.ok()) return object.error();
  if (!object->is_object()) return {base::ErrorCode::kInvalidInput, "object must be a JSON object"};
  const admission::ServedVersion* const version =
      VersionFor(**served, line->version, TextOf(object->Find("apiVersion")));
  if (version == nullptr) return {base::ErrorCode::kInvalidInput, "crd: no such served version"};
  const admission::NextWrite write = admission::NextWriteOf(**served, *version, *object, arena);
  json::Writer to;
  to.BeginObject().Add("added", write.added).Add("errors", InOrder(write.errors));
  to.Add("lost", write.lost).Add("tolerated", InOrder(write.tolerated));
  return to.EndObject().Take();
}

}  // namespace structural::cli
