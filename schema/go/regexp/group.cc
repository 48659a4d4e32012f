#include <algorithm>

#include "schema/base/utf8.h"
#include "schema/go/regexp/builder.h"

namespace structural::go::regexp {
namespace {

bool IsNameCharacter(char c) { return base::IsLetterOrDigit(c) || c == '_'; }

bool IsName(std::string_view text) { return !text.empty() && std::ranges::all_of(text, IsNameCharacter); }

// Reads (?<name> or (?P<name>. `prefix` is the length of the part before the name.
bool ReadNamedGroup(Source& source, std::size_t prefix, Builder& builder) {
  const std::string_view start = source.rest();
  const std::size_t end = start.find('>');
  if (end == std::string_view::npos) {
    return source.CheckUtf8(start) && source.Fail(syntax_errors::kNamedCapture, start);
  }
  const std::string_view name = start.substr(prefix, end - prefix);
  if (!source.CheckUtf8(name)) return false;
  source.Skip(end + 1);
  if (!IsName(name)) return source.Fail(syntax_errors::kNamedCapture, source.Since(start));
  builder.OpenGroup(/*captures=*/true);
  return true;
}

// The letters of (?ims-U: and similar groups. Letters after the hyphen switch flags off.
struct Letters {
  Flags flags;
  bool off = false;
  bool any = false;  // whether a flag was read, after the hyphen if there is one

  // Returns false for a character that is not a flag.
  bool Take(char32_t letter) {
    switch (letter) {
      case 'i': Set(kFoldCase, !off); break;
      case 'm': Set(kOneLine, off); break;
      case 's': Set(kDotNL, !off); break;
      case 'U': Set(kNonGreedy, !off); break;
      default: return false;
    }
    return any = true;
  }

  void Set(Flags flag, bool on) { flags = static_cast<Flags>(on ? flags | flag : flags & ~flag); }
};

bool ReadFlags(Source& source, Builder& builder) {
  const std::string_view start = source.rest();
  source.Skip(2);
  Letters letters{builder.flags};
  while (!source.rest().empty()) {
    char32_t c;
    if (!source.Next(c)) return false;
    if (letters.Take(c)) continue;
    if (c == '-' && !letters.off) {
      letters.off = true;
      letters.any = false;
      continue;
    }
    if ((c != ':' && c != ')') || (letters.off && !letters.any)) break;
    if (c == ':') builder.OpenGroup(/*captures=*/false);
    builder.flags = letters.flags;
    return true;
  }
  return source.Fail(syntax_errors::kPerlOp, source.Since(start));
}

}  // namespace

bool ReadGroup(Source& source, Builder& builder) {
  const std::size_t size = source.rest().size();
  if (size > 4 && source.StartsWith("(?P<")) return ReadNamedGroup(source, 4, builder);
  if (size > 3 && source.StartsWith("(?<")) return ReadNamedGroup(source, 3, builder);
  return ReadFlags(source, builder);
}

}  // namespace structural::go::regexp
