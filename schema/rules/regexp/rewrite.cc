#include "schema/rules/regexp/rewrite.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "schema/rules/regexp/folds.h"

namespace structural::rules::regexp {
namespace {

void AppendNode(const Node& node, std::string& to);

void AppendRune(char32_t rune, std::string& to) {
  char buffer[16];
  to.append(buffer, std::snprintf(buffer, sizeof buffer, "\\x{%x}", static_cast<unsigned>(rune)));
}

void AppendRange(Range range, std::string& to) {
  AppendRune(range.first, to);
  if (range.last == range.first) return;
  to += '-';
  AppendRune(range.last, to);
}

void AppendClass(std::span<const Range> ranges, std::string& to) {
  if (ranges.empty()) return void(to += "[^\\x{0}-\\x{10ffff}]");
  to += '[';
  for (const Range range : ranges) AppendRange(range, to);
  to += ']';
}

void AppendLetter(char32_t rune, bool any_case, std::string& to) {
  if (!any_case || NextInCase(rune) == rune) return AppendRune(rune, to);
  to += '[';
  char32_t next = rune;
  do {
    AppendRune(next, to);
    next = NextInCase(next);
  } while (next != rune);
  to += ']';
}

void AppendCount(const Node& node, std::string& to) {
  to.append("{").append(std::to_string(node.min));
  if (node.max != node.min) to += ',';
  if (node.max > node.min) to += std::to_string(node.max);
  to += '}';
}

void AppendSubs(const Node& node, std::string_view separator, std::string& to) {
  bool first = true;
  to += "(?:";
  for (const Node* sub : node.Subs()) {
    if (!std::exchange(first, false)) to += separator;
    AppendNode(*sub, to);
  }
  to += ')';
}

void AppendRepeated(const Node& node, std::string& to) {
  AppendSubs(node, "", to);
  switch (node.op) {
    case Op::kStar: to += '*'; break;
    case Op::kPlus: to += '+'; break;
    case Op::kQuest: to += '?'; break;
    default: AppendCount(node, to);
  }
}

void AppendNode(const Node& node, std::string& to) {
  switch (node.op) {
    case Op::kNoMatch: return AppendClass({}, to);
    case Op::kEmptyMatch: return void(to += "(?:)");
    case Op::kLiteral:
      for (const char32_t rune : node.text) AppendLetter(rune, (node.flags & kFoldCase) != 0, to);
      return;
    case Op::kCharClass: return AppendClass(node.ranges.view(), to);
    case Op::kAnyCharNotNL: return void(to += "[^\\n]");
    case Op::kAnyChar: return void(to += "(?s:.)");
    case Op::kBeginLine: return void(to += "(?m:^)");
    case Op::kEndLine: return void(to += "(?m:$)");
    case Op::kBeginText: return void(to += "\\A");
    case Op::kEndText: return void(to += "\\z");
    case Op::kWordBoundary: return void(to += "\\b");
    case Op::kNoWordBoundary: return void(to += "\\B");
    case Op::kStar:
    case Op::kPlus:
    case Op::kQuest:
    case Op::kRepeat: return AppendRepeated(node, to);
    case Op::kAlternate: return AppendSubs(node, "|", to);
    default: return AppendSubs(node, "", to);
  }
}

}  // namespace

std::string Rewrite(const Node& node) {
  std::string text;
  AppendNode(node, text);
  return text;
}

}  // namespace structural::rules::regexp
