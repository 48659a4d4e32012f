// MemberWriter: the members of a JSON object, one after the other, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/model/json_schema_props.h"

namespace structural::objects {

// Appends to a text that ends with the opening brace, or with a member before. Not thread-safe.
class MemberWriter {
 public:
  // `arena` is working memory. Both must outlive the writer.
  MemberWriter(base::Arena& arena, std::string& to) : arena_(arena), to_(to) {}

  // The name, which is written as it stands; -> the text that the value is to be appended to.
  std::string& Key(std::string_view name);
  // The same for a name that may hold anything; a text that may be empty.
  std::string& AnyKey(std::string_view name);

  void AnyText(std::string_view name, std::string_view text);

  // Each a whole member; what Go's omitempty leaves out is left out.
  void Text(std::string_view name, std::string_view text);
  void Escaped(std::string_view name, model::EscapedText text);
  void True(std::string_view name, bool value);
  void Number(std::string_view name, const std::optional<double>& value);
  void Number(std::string_view name, const std::optional<std::int64_t>& value);
  void Truth(std::string_view name, const std::optional<bool>& value);
  void OptionalText(std::string_view name, const std::optional<std::string_view>& text);
  void Texts(std::string_view name, std::span<const std::string_view> texts);
  void Json(std::string_view name, model::JsonText text);
  void Raw(std::string_view name, std::string_view json);

  // A list alone, whether it is empty or not.
  static void AppendTexts(std::span<const std::string_view> texts, std::string& to);
  // The value alone, null for one that is absent.
  void AppendValue(model::JsonText text);

 private:
  void Separate();

  base::Arena& arena_;
  std::string& to_;
};

}  // namespace structural::objects
