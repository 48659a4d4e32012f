#include "kube/config/secrets.h"

#include <algorithm>

#include "kube/config/unescaped.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

constexpr std::string_view kInstead = "[hidden]";

struct Span {
  std::size_t begin, end;
};
using Spans = std::vector<Span>;

// What base64 of any text has where the secret stands in it, `before` bytes after a multiple of
// three: without the letters that neighbours have a part in.
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

// Adds where the form, or no less than its beginning, stands in the text.
void Find(std::string_view text, std::string_view form, Spans& found) {
  const std::string_view beginning = form.substr(0, Secrets::kBeginning);
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
  static Secrets& secrets = *new Secrets;  // threads write logs until the very end
  return secrets;
}

void Secrets::Add(std::string_view secret) {
  if (secret.size() < kShortest) return;
  const std::lock_guard lock(mutex_);
  const auto is_it = [&](const auto& known) { return known->secret == secret; };
  if (std::ranges::any_of(all_, is_it)) return;
  all_.push_back(std::make_shared<const Known>(Known{std::string(secret), FormsOf(secret)}));
  if (all_.size() > kMostKept) all_.pop_front();
  any_ = true;
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
  if (!any_) return std::string(text);
  All all;
  {
    const std::lock_guard lock(mutex_);
    all = all_;
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
