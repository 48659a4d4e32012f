#include "cli/shared/head.h"

#include <algorithm>

#include "document/tree.h"
#include "schema/json/reader.h"

namespace structural::cli {

using document::Tree;

namespace {

using json::JsonReader;

constexpr std::string_view kCrdKind = "CustomResourceDefinition";

// Returns a string without its quotes; empty if the value is not a string. Escapes are not resolved, because the
// searched names contain none.
std::string_view NameOrNothing(JsonReader& in) {
  if (in.Peek() == JsonReader::Kind::kString) return in.EscapedString();
  in.Skip();
  return {};
}

std::string_view MemberOf(std::string_view object, std::string_view key) {
  for (const auto& member : document::Members(object)) {
    if (member.key == key) return member.value;
  }
  return {};
}

void AddItems(std::string_view json, std::vector<std::string_view>& to) {
  const DocumentHead head = ReadHead(json);
  if (!head.IsList()) return to.push_back(json);
  for (const std::string_view item : document::Elements(head.items)) AddItems(item, to);
}

}  // namespace

bool DocumentHead::IsCrd() const { return kind == kCrdKind; }

bool DocumentHead::IsCrdWithWrongKind() const {
  return IsOfApiExtensions() && !IsCrd() && kind != "CustomResourceDefinitionList" && kind != "ConversionReview";
}

bool DocumentHead::IsList() const { return kind.ends_with("List") && items.starts_with('['); }

DocumentHead ReadHead(std::string_view json) {
  DocumentHead head;
  if (!json.starts_with('{')) return head;
  base::Arena arena;
  JsonReader in(json, arena);
  std::string_view key;
  for (in.BeginObject(); !(head.IsCrd() && head.IsOfApiExtensions()) && in.NextKey(&key);) {
    if (key == "apiVersion") {
      head.api_version = NameOrNothing(in);
    } else if (key == "kind") {
      head.kind = NameOrNothing(in);
    } else if (key == "schema") {
      head.schema = NameOrNothing(in);
    } else {
      const std::string_view value = in.Skip();
      if (key == "items") head.items = value;
      if (key == "data") head.data = value;
      if (key == "properties") head.properties = value;
    }
  }
  return head;
}

std::string_view BareCrdOf(std::string_view json) {
  const DocumentHead head = ReadHead(json);
  if (!head.IsList()) return {};
  for (const std::string_view item : document::Elements(head.items)) {
    const DocumentHead inner = ReadHead(item);
    if (head.kind == "CustomResourceDefinitionList" && inner.api_version.empty() && inner.kind.empty()) return item;
    if (const auto bare = BareCrdOf(item); !bare.empty()) return bare;
  }
  return {};
}

std::string NameOfCrd(std::string_view json) {
  if (!ReadHead(json).IsCrd()) return {};
  const std::string_view name = MemberOf(MemberOf(json, "\"metadata\""), "\"name\"");
  return name.starts_with('"') ? document::StringValue(name) : std::string();
}

bool MayContainCrds(std::string_view text) {
  if (text.starts_with("#!")) return false;
  for (auto at = text.find(kCrdKind); at != text.npos; at = text.find(kCrdKind, at + 1)) {
    const auto last = text.substr(0, at).find_last_not_of(" \t\r\n\\\"':");
    if (last != text.npos && text.substr(0, last + 1).ends_with("kind")) return true;
  }
  return false;
}

std::vector<std::string_view> ItemsOf(std::string_view json) {
  std::vector<std::string_view> items;
  AddItems(json, items);
  return items;
}

bool IsPatch(const Tree& tree, Tree::Node crd) {
  const Tree::Node spec = tree.Member(crd, "spec");
  if (spec == Tree::kNone) return true;
  constexpr const char* kOfACrd[] = {"group", "names", "version", "versions", "validation"};
  return tree.IsObject(spec) &&
         std::ranges::none_of(kOfACrd, [&](const char* field) { return tree.Member(spec, field) != Tree::kNone; });
}

}  // namespace structural::cli
