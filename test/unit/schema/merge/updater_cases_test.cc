// cases/merge: the tables of structured-merge-diff's own tests, with the results of its code (hack/update/merge-cases):
// {name, schema, type, converter, ignored, ops: [{op, manager, apiVersion, object, conflicts, error, live, managers}]}.
// `type` is the name of the type of all versions; null: the type of a version has the version's name. `live` and
// `managers` are the object and the owners of its fields after the operation. `schema` can be the name of an earlier
// case, which has the same schema.
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/merge/updater.h"
#include "test/support/cases.h"
#include "type_schema.h"

namespace structural::test {
namespace updater_cases_test {

using json::Value;
using merge::TypedValue;

const std::vector<Case>& Cases() {
  static const auto* const cases = new std::vector<Case>(LoadCases("merge"));
  return *cases;
}

const nlohmann::json& SchemaOf(const nlohmann::json& data) {
  const nlohmann::json& schema = data.at("schema");
  if (!schema.is_string()) return schema;
  return std::ranges::find(Cases(), schema.get<std::string>(), &Case::name)->data.at("schema");
}

class UpdaterCase : public testing::TestWithParam<Case> {};

// Beginnings of the names of cases that are skipped, because they filter fields with Go code, which the files cannot
// contain.
constexpr std::string_view kFiltered[] = {"TestIgnoreFilter", "TestFilteredFieldsUsesVersions"};

std::string JsonOf(const Value& value) {
  std::string text;
  AppendJson(value, text);
  return text;
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// The state of a case: the object, and the owners of its fields. It is also the case's converter between versions, with
// the behaviour of the converters of upstream's tests.
class State : public merge::Converter {
 public:
  explicit State(const nlohmann::json& data)
      : kind_(data.at("converter").get<std::string>()), one_type_(data.at("type")) {
    SetSchema(SchemaOf(data));
    const nlohmann::json ignored = data.value("ignored", nlohmann::json::object());
    for (const auto& [version, fields] : ignored.items())
      ignored_[Keep(version)] = *merge::ReadFieldsV1(Parse(fields.dump()), arena_);
  }

  base::Result<TypedValue> Convert(const TypedValue& value, std::string_view version) override;
  void Run(const nlohmann::json& op);

 private:
  std::string_view Keep(std::string_view text) { return arena_.Copy(text); }
  Value Parse(const std::string& text) { return *json::Parser(arena_).Parse(Keep(text)); }
  void SetSchema(const nlohmann::json& schema) {
    schemas_.push_back(std::make_unique<TypeSchema>(Parse(schema.dump()), arena_));
  }
  const merge::Type* TypeOf(std::string_view version) const {
    return schemas_.back()->Find(one_type_.is_null() ? version : one_type_.get_ref<const std::string&>());
  }
  base::Result<TypedValue> Typed(std::string_view version, const Value& value, merge::Duplicates duplicates);
  base::Status Do(const nlohmann::json& op, std::vector<merge::Conflict>& conflicts);
  base::Status Apply(const TypedValue& object, const nlohmann::json& op, bool force,
                     std::vector<merge::Conflict>& conflicts);
  base::Result<TypedValue> Extracted(const TypedValue& object, std::string_view version, std::string_view manager);

  base::Arena arena_;
  std::string kind_;
  nlohmann::json one_type_;
  std::vector<std::unique_ptr<TypeSchema>> schemas_;
  std::map<std::string_view, merge::Set> ignored_;
  merge::Owners owners_;
  std::optional<TypedValue> live_;
};

base::Result<TypedValue> State::Typed(std::string_view version, const Value& value, merge::Duplicates duplicates) {
  auto* kept = arena_.New<Value>();
  *kept = value;
  const TypedValue typed{TypeOf(version), kept};
  const auto errors = merge::Validate(typed, duplicates, arena_);
  if (!errors.empty()) return {base::ErrorCode::kInvalidInput, errors.Text()};
  return typed;
}

Value RenameFields(const Value& value, std::string_view from, std::string_view to, base::Arena& arena) {
  Value renamed = json::DeepCopy(value, arena);
  if (renamed.is_object()) {
    for (json::Member& member : renamed.members()) {
      if (member.key.ends_with(from)) {
        const std::string key = std::string(member.key.substr(0, member.key.size() - from.size())).append(to);
        member.key = arena.Copy(key);
      }
      member.value = RenameFields(member.value, from, to, arena);
    }
    renamed.Truncate(json::SortByKey(renamed.members()));
  }
  if (renamed.is_array()) {
    for (Value& item : renamed.elements()) item = RenameFields(item, from, to, arena);
  }
  return renamed;
}

// Returns a copy of the value in which each key is its first letter `times` times. Keys at the first level stay.
Value RepeatLetters(const Value& value, std::size_t times, int level, base::Arena& arena) {
  if (!value.is_object()) return {};
  Value repeated = json::DeepCopy(value, arena);
  for (json::Member& member : repeated.members()) {
    if (level > 0) member.key = arena.Copy(std::string(times, member.key.front()));
    member.value = RepeatLetters(member.value, times, level + 1, arena);
  }
  repeated.Truncate(json::SortByKey(repeated.members()));
  return repeated;
}

base::Result<TypedValue> State::Convert(const TypedValue& value, std::string_view version) {
  if (kind_ == "fixture.dummyConverter") return value;
  const std::string_view from = schemas_.back()->NameOf(value.type);
  if (kind_ == "merge_test.renamingConverter")
    return Typed(version, RenameFields(*value.value, from, version, arena_), merge::Duplicates::kForbidden);
  if (kind_ == "merge_test.repeatingConverter") {
    return Typed(version, RepeatLetters(*value.value, static_cast<std::size_t>(version.back() - '0'), 0, arena_),
                 merge::Duplicates::kForbidden);
  }
  if (from == version) return value;
  const std::string text = JsonOf(*value.value);
  if (version == "v1" && text.find("required_field_bar") == std::string::npos)
    return {base::ErrorCode::kInvalidInput, "missing requried field bar"};
  const bool is_first = version == "v1";
  if (!is_first && version != "v2") return {base::ErrorCode::kNotFound, "cannot convert to invalid version"};
  return Typed(version,
               Parse(is_first ? Replaced(text, "required_field_bar", "field_foo_rely_on_bar")
                              : Replaced(text, "field_foo_rely_on_bar", "required_field_bar")),
               merge::Duplicates::kForbidden);
}

base::Status State::Apply(const TypedValue& object, const nlohmann::json& op, bool force,
                          std::vector<merge::Conflict>& conflicts) {
  const std::string_view version = Keep(op.at("apiVersion").get<std::string>());
  const auto live = Convert(*live_, version);
  if (!live.ok()) return live.error();
  live_ = *live;
  merge::ApplyResult updated =
      merge::Updater(*this, ignored_.empty() ? nullptr : &ignored_, arena_)
          .Apply(*live_, object, version, owners_, Keep(op.at("manager").get<std::string>()), force);
  conflicts = std::move(updated.conflicts);
  if (updated.status.ok() && conflicts.empty() && !updated.is_noop) live_ = updated.object;
  return updated.status;
}

// Returns the set of all members that have no members below them.
merge::Set LeavesOf(const merge::Set& set, base::Arena& arena) {
  merge::Set leaves;
  merge::ForEachPath(set, [&](merge::Path path) {
    const merge::Set* at = &set;
    for (const merge::PathElement& element : path) at = at == nullptr ? nullptr : at->Below(element);
    if (at == nullptr) leaves.Insert(path, arena);
  });
  return leaves;
}

base::Result<TypedValue> State::Extracted(const TypedValue& object, std::string_view version,
                                          std::string_view manager) {
  const auto current = Convert(*live_, version);
  if (!current.ok()) return current.error();
  merge::Set set;
  if (const auto owner = owners_.find(manager); owner != owners_.end()) set = LeavesOf(owner->second.fields, arena_);
  return merge::Merge(merge::ExtractItems(*current, set, false, arena_), object, arena_);
}

base::Status State::Do(const nlohmann::json& op, std::vector<merge::Conflict>& conflicts) {
  const std::string kind = op.at("op").get<std::string>();
  if (kind == "changeSchema") {
    const std::string_view name = schemas_.back()->NameOf(live_->type);
    SetSchema(op.at("schema"));
    live_->type = schemas_.back()->Find(name);
    const auto errors = merge::Validate(*live_, merge::Duplicates::kForbidden, arena_);
    return errors.empty() ? base::Ok() : base::Status(base::ErrorCode::kInvalidInput, errors.Text());
  }
  const std::string_view version = Keep(op.at("apiVersion").get<std::string>());
  const std::string_view manager = Keep(op.at("manager").get<std::string>());
  const bool is_new = !live_;
  const auto object = Typed(version, Parse(op.at("object").dump()),
                            kind == "update" ? merge::Duplicates::kAllowed : merge::Duplicates::kForbidden);
  if (!object.ok()) return object.error();
  if (is_new) live_ = *Typed(version, Value(), merge::Duplicates::kAllowed);
  if (kind == "extractApply") {
    if (is_new) return Apply(*object, op, true, conflicts);
    const auto extracted = Extracted(*object, version, manager);
    return extracted.ok() ? Apply(*extracted, op, true, conflicts) : base::Status(extracted.error());
  }
  if (kind != "update") return Apply(*object, op, kind == "forceApply", conflicts);
  const auto live = Convert(*live_, version);
  if (!live.ok()) return live.error();
  live_ = *live;
  base::Status status = merge::Updater(*this, ignored_.empty() ? nullptr : &ignored_, arena_)
                            .Update(*live_, *object, version, owners_, manager);
  if (status.ok()) live_ = *object;
  return status;
}

void State::Run(const nlohmann::json& op) {
  std::vector<merge::Conflict> conflicts;
  const base::Status status = Do(op, conflicts);
  EXPECT_EQ(op.value("error", ""), status.ok() ? "" : status.error().message());
  nlohmann::json found = nlohmann::json::array();
  for (const merge::Conflict& conflict : conflicts)
    found.push_back(nlohmann::json::array({conflict.manager, merge::Text(conflict.path)}));
  std::sort(found.begin(), found.end());
  EXPECT_EQ(op.value("conflicts", nlohmann::json::array()), found);
  if (op.contains("live")) {
    EXPECT_EQ(op.at("live"), nlohmann::json::parse(live_ ? JsonOf(*live_->value) : "null"));
  }
  nlohmann::json managers = nlohmann::json::object();
  for (const auto& [name, owned] : owners_) {
    managers[std::string(name)] = {{"apiVersion", owned.api_version},
                                   {"applied", owned.applied},
                                   {"fields", nlohmann::json::parse(JsonOf(merge::FieldsV1(owned.fields, arena_)))}};
  }
  EXPECT_EQ(op.at("managers"), managers);
}

TEST_P(UpdaterCase, EndsAsUpstream) {
  const nlohmann::json& data = GetParam().data;
  const std::string test = data.at("test").get<std::string>();
  if (data.contains("filtered")) {
    EXPECT_NE(std::ranges::find(kFiltered, test), std::end(kFiltered));
    return;
  }
  State state(data);
  for (const nlohmann::json& op : data.at("ops")) {
    SCOPED_TRACE(op.dump());
    state.Run(op);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, UpdaterCase, testing::ValuesIn(Cases()), CaseName);

}  // namespace updater_cases_test
}  // namespace structural::test
