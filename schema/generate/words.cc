#include "schema/generate/words.h"

#include <algorithm>
#include <array>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::generate {
namespace {

using base::IsDigit;
using base::IsLower;
using base::IsUpper;

// Initialisms of Go's linter, and others that Kubernetes uses. Sorted.
constexpr std::array<std::string_view, 44> kInitialisms = {
    "ACL",  "API", "ASCII", "CIDR", "CPU",  "CSS", "DNS", "EOF", "GRPC", "GUID", "HTML", "HTTP", "HTTPS", "ID",  "IP",
    "JSON", "JWT", "LHS",   "NFS",  "OIDC", "PID", "QPS", "RAM", "RHS",  "RPC",  "SLA",  "SMTP", "SQL",   "SSH", "SSL",
    "TCP",  "TLS", "TTL",   "UDP",  "UI",   "UID", "URI", "URL", "UTF8", "UUID", "VM",   "VPC",  "XML",   "YAML"};

bool IsWord(char c) { return IsLower(c) || IsUpper(c) || IsDigit(c); }

std::string Capitals(std::string_view word) {
  std::string capitals(word);
  for (char& c : capitals)
    if (IsLower(c)) c = static_cast<char>(c - 'a' + 'A');
  return capitals;
}

bool IsInitialism(const std::string& capitals) {
  return std::ranges::binary_search(kInitialisms, std::string_view(capitals));
}

// Whether a word begins at `at`: "podIPs" is pod and IPs, "HTTPGet" is HTTP and Get.
bool BeginsWord(std::string_view name, std::size_t at) {
  if (at == 0 || !IsWord(name[at - 1])) return true;
  if (!IsUpper(name[at])) return false;
  if (!IsUpper(name[at - 1])) return true;
  const char next = at + 1 < name.size() ? name[at + 1] : '\0';
  const char after = at + 2 < name.size() ? name[at + 2] : '\0';
  const bool plural = next == 's' && !IsLower(after);
  return IsLower(next) && !plural;
}

std::vector<std::string_view> WordsOf(std::string_view name) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= name.size(); ++at) {
    const bool ends = at == name.size() || !IsWord(name[at]) || BeginsWord(name, at);
    if (!ends) continue;
    if (at > begin) words.push_back(name.substr(begin, at - begin));
    begin = at < name.size() && !IsWord(name[at]) ? at + 1 : at;
  }
  return words;
}

// Returns a word as a part of a Go name: "http2" as HTTP2, "ips" as IPs.
std::string GoWord(std::string_view word) {
  const std::string capitals = Capitals(word);
  const std::size_t letters = capitals.find_last_not_of("0123456789") + 1;
  if (IsInitialism(capitals) || IsInitialism(capitals.substr(0, letters))) return capitals;
  const std::string singular = capitals.substr(0, capitals.size() - 1);
  if (word.back() == 's' && IsInitialism(singular)) return singular + "s";
  return capitals.substr(0, 1) + std::string(word.substr(1));
}

constexpr char32_t kByteOrderMark = 0xFEFF;

// Replaces by spaces the characters that are not allowed in a comment, and removes trailing spaces.
std::string Cleaned(std::string_view line) {
  std::string clean;
  while (!line.empty()) {
    const base::Rune rune = base::DecodeRune(line);
    line.remove_prefix(static_cast<std::size_t>(rune.size));
    if (rune.value == kByteOrderMark) continue;
    base::AppendRune(base::ChangesDirectionOrLayout(rune.value) && rune.value != '\t' ? U' ' : rune.value, clean);
  }
  clean.erase(clean.find_last_not_of(" \t") + 1);
  return clean;
}

// Whether a name is already a capital followed by letters and digits.
bool IsExportedName(std::string_view name) {
  return !name.empty() && IsUpper(name.front()) && std::ranges::all_of(name, IsWord);
}

}  // namespace

std::string ExportedName(std::string_view name) {
  std::string exported;
  for (const std::string_view word : WordsOf(name)) exported += GoWord(word);
  if (exported.empty() || IsDigit(exported.front())) exported.insert(0, 1, 'X');
  return exported;
}

std::string ElementName(const std::string& list) {
  const auto without = [&](std::size_t size) { return list.substr(0, list.size() - size); };
  if (list.size() > 4 && list.ends_with("ies")) return without(3) + "y";
  for (const char* ending : {"sses", "xes", "ches", "shes", "tuses"})
    if (list.ends_with(ending)) return without(2);
  const bool plural =
      list.size() > 2 && list.ends_with("s") && !list.ends_with("ss") && !list.ends_with("us") && !list.ends_with("is");
  return plural ? without(1) : list + "Item";
}

std::string Names::TakeUnique(const std::string& name) {
  const auto [first, is_new] = taken_.try_emplace(name, 1);
  std::string taken = name;
  while (!is_new) {
    taken = name + std::to_string(++first->second);
    if (taken_.try_emplace(taken, 1).second) break;
  }
  return taken;
}

Lines LinesOf(std::string_view text) {
  Lines lines;
  while (true) {
    const std::size_t end = text.find('\n');
    std::string line = Cleaned(text.substr(0, end));
    if (!line.empty() || (!lines.empty() && !lines.back().empty())) lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void AppendComment(const Lines& lines, std::string_view indent, std::string& to) {
  for (const std::string& line : lines) to.append(indent).append(line.empty() ? "//" : "// ").append(line).append("\n");
}

std::vector<NamedKind> NameKinds(const std::vector<const Kind*>& kinds, Names& names) {
  std::vector<NamedKind> named;
  for (std::size_t i = 0; i < kinds.size(); ++i) named.push_back({*kinds[i], i, "", ""});
  const auto before = [](const NamedKind& a, const NamedKind& b) {
    return a.kind.resource.kind < b.kind.resource.kind;
  };
  std::vector<NamedKind*> order;
  for (NamedKind& kind : named) order.push_back(&kind);
  std::ranges::sort(order, [&](const auto* a, const auto* b) { return before(*a, *b); });
  for (NamedKind* kind : order) {
    const std::string_view is = kind->kind.resource.kind;
    kind->name = names.TakeUnique(IsExportedName(is) ? std::string(is) : ExportedName(is));
  }
  for (NamedKind* kind : order) kind->list_name = names.TakeUnique(kind->name + "List");
  return named;
}

}  // namespace structural::generate
