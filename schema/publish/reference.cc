#include "schema/base/hex.h"
#include "schema/base/utf8.h"
#include "schema/publish/definitions.h"

namespace structural::publish {
namespace {

using base::HexValue;
using base::IsLetterOrDigit;

// Whether Go does not escape the character in the fragment of a URL.
bool IsUnescapedInFragment(char c) {
  return IsLetterOrDigit(c) || std::string_view("-_.~$&+,/:;=?@!()*").find(c) != std::string_view::npos;
}

bool IsEscape(std::string_view text) { return text.size() >= 3 && HexValue(text[1]) >= 0 && HexValue(text[2]) >= 0; }

// Precondition: IsReferable.
std::string Unescaped(std::string_view name) {
  std::string plain;
  for (; !name.empty(); name.remove_prefix(1)) {
    if (name[0] != '%') {
      plain += name[0];
      continue;
    }
    plain += static_cast<char>(HexValue(name[1]) * 16 + HexValue(name[2]));
    name.remove_prefix(2);
  }
  return plain;
}

}  // namespace

bool IsReferable(std::string_view name) {
  for (; !name.empty(); name.remove_prefix(1)) {
    if (name[0] == '%' && !IsEscape(name)) return false;
  }
  return true;
}

std::string EscapedInReference(std::string_view name) {
  std::string escaped;
  for (const char c : Unescaped(name)) {
    if (IsUnescapedInFragment(c)) {
      escaped += c;
    } else {
      base::AppendPercentEscape(static_cast<unsigned char>(c), escaped);
    }
  }
  return escaped;
}

void AppendReference(OpenApi format, std::string_view name, std::string& to) {
  to += format == OpenApi::kV2 ? "#/definitions/" : "#/components/schemas/";
  to += EscapedInReference(name);
}

}  // namespace structural::publish
