#include "document/write_yaml.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <variant>

#include <yaml.h>

#include "document/document.h"
#include "document/plain.h"
#include "document/reader.h"
#include "schema/base/arena.h"
#include "schema/base/utf8.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"

namespace structural::document {
namespace {

using json::JsonReader;
using JsonKind = JsonReader::Kind;

const yaml_char_t* Bytes(const char* text) { return reinterpret_cast<const yaml_char_t*>(text); }

int Append(void* to, unsigned char* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), size);
  return 1;
}

// Writes one document.
class Writer {
 public:
  explicit Writer(std::string& to) {
    if (yaml_emitter_initialize(&emitter_) == 0) throw std::bad_alloc();
    yaml_emitter_set_output(&emitter_, Append, &to);
    yaml_emitter_set_unicode(&emitter_, 1);
    yaml_emitter_set_width(&emitter_, -1);
  }
  ~Writer() { yaml_emitter_delete(&emitter_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Writes the JSON as a YAML document. Returns false if libyaml fails.
  bool Write(std::string_view json);

 private:
  // Passes event_ to libyaml. `made`: result of the creation of event_; if it is 0, the creation failed, and so does
  // Write.
  void Emit(int made) { fine_ = fine_ && made != 0 && yaml_emitter_emit(&emitter_, &event_) != 0; }
  void Value(JsonReader& in);
  void Object(JsonReader& in);
  void Array(JsonReader& in);
  void Literal(std::string_view text);
  void Text(std::string_view text);
  void Plain(std::string_view text, bool quoted, yaml_scalar_style_t style);

  yaml_emitter_t emitter_;
  yaml_event_t event_;
  bool fine_ = true;
};

void Writer::Plain(std::string_view text, bool quoted, yaml_scalar_style_t style) {
  Emit(yaml_scalar_event_initialize(&event_, nullptr, nullptr, Bytes(text.data()), static_cast<int>(text.size()),
                                    quoted ? 0 : 1, 1, style));
}

// Writes a number, true, false or null. Writes -0 as -0.0, because YAML reads -0 as the integer 0, and 1e+21 as
// 1.0e+21, because YAML 1.1 reads 1e+21 as a string.
void Writer::Literal(std::string_view text) {
  std::string number(text);
  const auto exponent = number.find('e');
  const bool is_number = number.find_first_not_of("-0123456789.e+") == std::string::npos;
  if (text == "-0") number += ".0";
  if (is_number && exponent != std::string::npos && number.find('.') == std::string::npos)
    number.insert(exponent, ".0");
  Plain(number, false, YAML_PLAIN_SCALAR_STYLE);
}

void Writer::Text(std::string_view text) {
  const bool safe = HasOnlySafeCharacters(text);
  const bool lines = text.find('\n') != std::string_view::npos;
  if (safe && lines) return Plain(text, true, YAML_LITERAL_SCALAR_STYLE);
  if (safe && ReadsAsString(text)) return Plain(text, false, YAML_PLAIN_SCALAR_STYLE);
  Plain(text, true, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

void Writer::Object(JsonReader& in) {
  in.BeginObject();
  std::string_view key;
  bool more = in.NextKey(&key);
  const auto style = more ? YAML_BLOCK_MAPPING_STYLE : YAML_FLOW_MAPPING_STYLE;
  Emit(yaml_mapping_start_event_initialize(&event_, nullptr, nullptr, 1, style));
  for (; more && fine_; more = in.NextKey(&key)) {
    Text(key);
    Value(in);
  }
  Emit(yaml_mapping_end_event_initialize(&event_));
}

void Writer::Array(JsonReader& in) {
  in.BeginArray();
  bool more = in.NextElement();
  const auto style = more ? YAML_BLOCK_SEQUENCE_STYLE : YAML_FLOW_SEQUENCE_STYLE;
  Emit(yaml_sequence_start_event_initialize(&event_, nullptr, nullptr, 1, style));
  for (; more && fine_; more = in.NextElement()) Value(in);
  Emit(yaml_sequence_end_event_initialize(&event_));
}

void Writer::Value(JsonReader& in) {
  if (!fine_) return;
  switch (in.Peek()) {
    case JsonKind::kObject: return Object(in);
    case JsonKind::kArray: return Array(in);
    case JsonKind::kString: return Text(in.String());
    default: return Literal(in.Skip());
  }
}

bool Writer::Write(std::string_view json) {
  base::Arena arena;
  JsonReader in(json, arena);
  Emit(yaml_stream_start_event_initialize(&event_, YAML_UTF8_ENCODING));
  Emit(yaml_document_start_event_initialize(&event_, nullptr, nullptr, nullptr, 1));
  Value(in);
  Emit(yaml_document_end_event_initialize(&event_, 1));
  Emit(yaml_stream_end_event_initialize(&event_));
  return fine_ && in.AtEnd();
}

constexpr std::size_t kSpaces = 2;  // indentation per level
constexpr std::size_t kMaxSpacesPerByte = 16;

// Returns an upper bound for the number of spaces that indent all lines.
std::size_t Indentation(std::string_view json) {
  std::size_t depth = 0, spaces = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\' && json[++at] == 'n') spaces += kSpaces * (depth + 1);
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == '{' || c == '[' || c == ',') spaces += kSpaces * depth;
  }
  return spaces;
}

bool IsTooDeep(std::string_view json) {
  const std::size_t max = kFreeIndentationBytes + kMaxSpacesPerByte * json.size();
  return Indentation(json) > std::min(max, kMaxDocumentBytes);
}

bool Reads(std::string_view yaml, std::string_view json) {
  const auto read = ReadYaml(yaml);
  const auto* document = std::get_if<Document>(&read);
  if (document == nullptr || document->json == json) return document != nullptr;
  base::Arena arena;  // compares values, not texts: the same string can be written with other escapes
  const auto one = json::Parser(arena).Parse(json), other = json::Parser(arena).Parse(document->json);
  return one.ok() && other.ok() && Equal(*one, *other);
}

void AppendSafe(char32_t rune, std::string_view bytes, std::string& to) {
  if (IsSafeUnescaped(rune, false) || rune > 0xFFFF) {
    to += bytes;
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(rune));
  to += escape;
}

// Returns whether the number at this offset is -0. False for -0.5, and for the -0 in 1e-0.
bool IsMinusZero(std::string_view json, std::size_t at) {
  const bool begins = at == 0 || std::string_view(":,[").find(json[at - 1]) != json.npos;
  const std::string_view rest = json.substr(at);
  return begins && rest.starts_with("-0") && (rest.size() == 2 || std::string_view(",]}").find(rest[2]) != json.npos);
}

// Appends the JSON in a form that readers of YAML read as the same value: with escapes for some characters of strings,
// and with -0.0 for -0.
void AppendJsonAsYaml(std::string_view json, std::string& to) {
  bool quoted = false;
  for (std::size_t at = 0; at < json.size();) {
    const base::Rune rune = base::DecodeRune(json.substr(at));
    const auto size = static_cast<std::size_t>(rune.size) + (quoted && rune.value == '\\' ? 1 : 0);
    if (rune.value == '"') quoted = !quoted;
    if (!quoted && IsMinusZero(json, at)) {
      to += "-0.0";
      at += 2;
      continue;
    }
    AppendSafe(rune.value, json.substr(at, size), to);
    at += size;
  }
}

}  // namespace

void AppendYaml(std::string_view json, std::string& to) {
  std::string yaml;
  const bool written = !IsTooDeep(json) && Writer(yaml).Write(json);
  if (written && Reads(yaml, json)) {
    to += yaml;
    return;
  }
  AppendJsonAsYaml(json, to);
  to += "\n";
}

}  // namespace structural::document
