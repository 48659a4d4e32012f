#include "kube/config/secrets.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "schema/go/base64.h"

namespace structural::kube {
namespace {

// Unescaped: a text without its escapes, and where each of its bytes is in the original text.
struct Unescaped {
  std::string text;
  // Offsets in the original text: the byte text[i] is written there in the range [begins[i], begins[i + 1]).
  std::vector<std::size_t> begins;
};

constexpr int kLevels = 3;
// Maximum number of hexadecimal digits of an escape, as in \U00000041.
constexpr std::size_t kMaxDigits = 8;

// A character that is written as an escape.
struct Escape {
  char character;
  std::size_t size;  // size in bytes of the escape
};

std::optional<char> Ascii(std::string_view digits, int base) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc() || at != end || value > 0x7F) return std::nullopt;
  return static_cast<char>(value);
}

// Reads an escape of `before` characters and then `digits` hexadecimal digits at the start of the text. Returns nullopt
// if the digits are missing, or are not an ASCII character.
std::optional<Escape> Hexadecimal(std::string_view text, std::size_t before, std::size_t digits) {
  if (text.size() < before + digits) return std::nullopt;
  const auto character = Ascii(text.substr(before, digits), 16);
  if (!character) return std::nullopt;
  return Escape{*character, before + digits};
}

// Reads the rest of an escape, from the character after its backslashes. Returns nullopt if it is not an escape.
std::optional<Escape> AfterBackslash(std::string_view text) {
  if (text.empty()) return std::nullopt;
  switch (text.front()) {
    case 'x': return Hexadecimal(text, 1, 2);
    case 'u': return Hexadecimal(text, 1, 4);
    case 'U': return Hexadecimal(text, 1, 8);
    case 'n': return Escape{'\n', 1};
    case 'r': return Escape{'\r', 1};
    case 't': return Escape{'\t', 1};
    case '/':
    case '"':
    case '\'': return Escape{text.front(), 1};
    default: return std::nullopt;
  }
}

std::optional<Escape> OfBackslash(std::string_view text) {
  const std::size_t slashes = std::min(text.find_first_not_of('\\'), text.size());
  const auto escape = AfterBackslash(text.substr(slashes));
  if (escape) return Escape{escape->character, slashes + escape->size};
  if (slashes > 1) return Escape{'\\', slashes};
  return std::nullopt;
}

std::optional<Escape> OfAmpersand(std::string_view text) {
  if (!text.starts_with("&#")) return std::nullopt;
  const bool hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t before = hexadecimal ? 3 : 2;
  const std::size_t end = text.substr(0, before + kMaxDigits).find(';');
  if (end == std::string_view::npos || end <= before) return std::nullopt;
  const auto character = Ascii(text.substr(before, end - before), hexadecimal ? 16 : 10);
  if (!character) return std::nullopt;
  return Escape{*character, end + 1};
}

std::optional<Escape> EscapeAt(std::string_view text) {
  switch (text.front()) {
    case '\\': return OfBackslash(text);
    case '%': return Hexadecimal(text, 1, 2);
    case '&': return OfAmpersand(text);
    default: return std::nullopt;
  }
}

// Replaces each escape in the text by its character, but not escapes in the result. Returns false if the text has no
// escape.
bool UndoOneLevel(Unescaped& of) {
  std::size_t to = 0;
  const std::size_t size = of.text.size();
  for (std::size_t from = 0; from < size; ++to) {
    const auto escape = EscapeAt(std::string_view(of.text).substr(from));
    const char character = escape ? escape->character : of.text[from];
    of.begins[to] = of.begins[from];
    of.text[to] = character;
    from += escape ? escape->size : 1;
  }
  of.begins[to] = of.begins[size];
  of.text.resize(to);
  of.begins.resize(to + 1);
  return to < size;
}

bool HasEscape(std::string_view text) {
  constexpr std::string_view kSigns = "\\%&";
  for (std::size_t at = 0; (at = text.find_first_of(kSigns, at)) != text.npos; ++at) {
    if (EscapeAt(text.substr(at))) return true;
  }
  return false;
}

// Replaces the escapes for ASCII characters of JSON and Go (\u0041, \x41, \/, \\), URLs (%41) and HTML (&#65;, &#x41;).
// Then replaces escapes in the result, three times in total. Returns nullopt if the text has no escape.
std::optional<Unescaped> Unescape(std::string_view text) {
  if (!HasEscape(text)) return std::nullopt;
  Unescaped undone{std::string(text), std::vector<std::size_t>(text.size() + 1)};
  for (std::size_t i = 0; i <= text.size(); ++i) undone.begins[i] = i;
  for (int level = 0; level < kLevels && UndoOneLevel(undone); ++level) {
  }
  return undone;
}

constexpr std::string_view kInstead = "[hidden]";

struct Span {
  std::size_t begin, end;
};
using Spans = std::vector<Span>;

// Returns the base64 form of a secret that is a part of a longer text: letters that the base64 of every such text
// contains. `before` is the secret's offset in the longer text, modulo three. Letters that also depend on bytes next to
// the secret are omitted.
std::string InBase64(std::string_view secret, std::size_t before) {
  const std::string padded = std::string(before, '\0').append(secret);
  const std::size_t begin = before == 0 ? 0 : before + 1;
  return go::EncodeBase64(padded).substr(begin, padded.size() * 8 / 6 - begin);
}

std::string InUrlAlphabet(std::string text) {
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text;
}

std::vector<std::string> FormsOf(std::string_view secret) {
  std::vector<std::string> forms{std::string(secret)};
  for (std::size_t before = 0; before < 3; ++before) {
    std::string form = InBase64(secret, before);
    std::string other = InUrlAlphabet(form);
    if (other != form) forms.push_back(std::move(other));
    forms.push_back(std::move(form));
  }
  return forms;
}

// Adds to `found` the ranges in which the text has `form`, or at least the first kMinPrefixBytes bytes of it.
void Find(std::string_view text, std::string_view form, Spans& found) {
  const std::string_view beginning = form.substr(0, Secrets::kMinPrefixBytes);
  for (std::size_t at = 0; (at = text.find(beginning, at)) != text.npos;) {
    const std::string_view rest = text.substr(at, form.size());
    const auto [in_text, in_form] = std::ranges::mismatch(rest, form);
    const std::size_t end = at + static_cast<std::size_t>(in_text - rest.begin());
    found.push_back({at, end});
    at = end;
  }
}

std::string WithoutSpans(std::string_view text, Spans spans) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::string shown;
  std::size_t at = 0;
  for (const Span& span : spans) {
    if (span.end <= at) continue;
    if (span.begin >= at) shown.append(text.substr(at, span.begin - at)).append(kInstead);
    at = span.end;
  }
  return shown.append(text.substr(at));
}

}  // namespace

Secrets& Secrets::OfProcess() {
  static Secrets& secrets = *new Secrets;  // never destroyed, because threads log until the process ends
  return secrets;
}

void Secrets::Add(std::string_view secret) {
  if (secret.size() < kMinSecretBytes) return;
  const std::lock_guard lock(mutex_);
  const auto is_it = [&](const auto& known) { return known->secret == secret; };
  if (std::ranges::any_of(known_secrets_, is_it)) return;
  known_secrets_.push_back(std::make_shared<const KnownSecret>(KnownSecret{std::string(secret), FormsOf(secret)}));
  if (known_secrets_.size() > kMaxSecrets) known_secrets_.pop_front();
  has_secrets_ = true;
}

void Secrets::AddKey(std::string_view pem) {
  constexpr std::string_view kDashes = "-----";
  const std::size_t label = pem.find("PRIVATE KEY-----");
  if (label == pem.npos) return;
  std::string_view body = pem.substr(pem.find(kDashes, label) + kDashes.size());
  body = body.substr(0, body.find(kDashes));
  constexpr std::string_view kSpace = " \r\n";
  const std::size_t begin = body.find_first_not_of(kSpace);
  if (begin == body.npos) return;
  Add(body.substr(begin, body.find_last_not_of(kSpace) + 1 - begin));
}

std::string Secrets::Hide(std::string_view text) const {
  if (!has_secrets_) return std::string(text);
  KnownSecrets all;
  {
    const std::lock_guard lock(mutex_);
    all = known_secrets_;
  }
  Spans found;
  const auto find_all = [&](std::string_view in, Spans& spans) {
    for (const auto& known : all) {
      for (const std::string& form : known->forms) Find(in, form, spans);
    }
  };
  find_all(text, found);
  if (const auto unescaped = Unescape(text)) {
    Spans inside;
    find_all(unescaped->text, inside);
    for (const Span& span : inside) {
      found.push_back({unescaped->begins[span.begin], unescaped->begins[span.end]});
    }
  }
  return found.empty() ? std::string(text) : WithoutSpans(text, std::move(found));
}

}  // namespace structural::kube
