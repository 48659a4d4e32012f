#include "schema/admission/strict.h"

#include <unordered_set>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/json/reader.h"

namespace structural::admission {
namespace {

using json::JsonReader;

constexpr std::size_t kMaxRepeated = 100;

class RepeatedKeySearch {
 public:
  RepeatedKeySearch(std::string_view json, base::Arena& arena) : in_(json, arena) {}

  std::vector<std::string> Run() && {
    Visit();
    return std::move(found_).Take();
  }

 private:
  void Visit();
  void VisitObject();
  void VisitArray();
  void Add();

  JsonReader in_;
  bool is_root_ = true;
  std::string path_;
  std::unordered_set<std::string> reported_;
  base::TextList found_;
};

void RepeatedKeySearch::Add() {
  if (reported_.size() < kMaxRepeated && !found_.full() && reported_.insert(path_).second) found_.Add(path_);
}

void RepeatedKeySearch::VisitObject() {
  const std::size_t above = path_.size();
  const bool is_root = std::exchange(is_root_, false);
  std::unordered_set<std::string_view> seen;
  std::string_view key;
  for (in_.BeginObject(); in_.NextKey(&key);) {
    if (!is_root) path_ += '.';
    path_ += key;
    if (!seen.insert(key).second) Add();
    Visit();
    path_.resize(above);
  }
}

void RepeatedKeySearch::VisitArray() {
  const std::size_t above = path_.size();
  std::size_t index = 0;
  for (in_.BeginArray(); in_.NextElement();) {
    path_.append("[").append(std::to_string(index++)).append("]");
    Visit();
    path_.resize(above);
  }
}

// Visits the next value. Recursive: the reader's depth limit bounds the recursion.
void RepeatedKeySearch::Visit() {
  switch (in_.Peek()) {
    case JsonReader::Kind::kObject: return VisitObject();
    case JsonReader::Kind::kArray: return VisitArray();
    default: in_.Skip();
  }
}

}  // namespace

// Like upstream, does not escape the paths of unknown fields.
//
// Upstream: kubernetes_patch.go strictError.Error; apiextensions-apiserver pkg/apiserver/customresource_handler.go
// schemaCoercingDecoder.Decode (v0.37.2).
std::vector<std::string> StrictErrors::Texts() const {
  std::vector<std::string> texts;
  for (const std::string& path : repeated_keys) texts.push_back("duplicate field " + base::Quote(path));
  for (const std::string& path : unknown_fields) texts.push_back("unknown field \"" + path + "\"");
  return texts;
}

// Upstream: apimachinery pkg/runtime/error.go strictDecodingError.Error; apiserver
// pkg/endpoints/handlers/rest.go transformDecodeError (v0.37.2).
std::string StrictErrors::Message(std::string_view kind, std::string_view version) const {
  std::string message(kind);
  message.append(" in version ").append(base::Quote(version)).append(" cannot be handled as a ");
  message.append(kind).append(": strict decoding error: ");
  const char* between = "";
  for (const std::string& text : Texts()) message.append(std::exchange(between, ", ")).append(text);
  return message;
}

std::vector<std::string> RepeatedKeys(std::string_view json, base::Arena& arena) {
  return RepeatedKeySearch(json, arena).Run();
}

}  // namespace structural::admission
