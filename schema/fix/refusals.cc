#include <algorithm>
#include <set>

#include "schema/base/pointer.h"
#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"
#include "schema/fix/work.h"

namespace structural::fix {
namespace {

class ListMaps {
 public:
  ListMaps(const Choices& choices, PlanContext& work) : choices_(choices), work_(work) {}

  void Schema(json& schema, const std::string& at);

 private:
  void Key(json& items, const std::string& key, bool required, const std::string& at);
  bool SetChosenDefault(json& property, const std::string& key, const std::string& place);
  void Keys(json& items, json& keys, const std::string& at);
  void ReportNull(const json& schema, const std::string& at, const char* what) {
    if (!IsTrue(schema, "nullable")) return;
    Report(base::ChildPointer(at, "nullable"), std::string("the server does not accept a nullable ") + what);
  }
  void Report(std::string at, std::string reason) {
    work_.ProposeChange(ChangeImpact::kNeedsDecision, "list-map-keys", std::move(at), std::move(reason));
  }

  const Choices& choices_;
  PlanContext& work_;
};

// Returns the texts of a list, which may be missing.
std::set<std::string> TextsOf(const json* list) {
  std::set<std::string> texts;
  if (list == nullptr || !list->is_array()) return texts;
  for (const json& each : *list)
    if (each.is_string()) texts.insert(each.get_ref<const std::string&>());
  return texts;
}

// Returns a text as a value of the schema's type; null if the text is not such a value.
json AsValue(const std::string& text, const json& schema) {
  const std::string_view type = TextOf(schema, "type");
  if (type == "string") return text;
  json value = json::parse(text, nullptr, false);
  const bool fits = (type == "boolean" && value.is_boolean()) || (type == "integer" && value.is_number_integer()) ||
                    (type == "number" && value.is_number());
  return fits ? value : json();
}

// Sets the default that Choices has for a key. Returns false if Choices has none.
bool ListMaps::SetChosenDefault(json& property, const std::string& key, const std::string& place) {
  const auto chosen = choices_.key_defaults.find(key);
  if (chosen == choices_.key_defaults.end()) return false;
  json value = AsValue(chosen->second, property);
  const json* values = Find(property, "enum");
  const bool listed = values == nullptr || !values->is_array() || std::ranges::find(*values, value) != values->end();
  if (value.is_null() || !listed) {
    Report(place, "the chosen default \"" + chosen->second + "\" is no value of this key");
    return true;
  }
  property["default"] = std::move(value);
  work_.NoteChosen(ChangeImpact::kDefaulted, "list-map-keys", place,
                   "items without this key of the list get the default \"" + chosen->second + '"');
  return true;
}

void ListMaps::Key(json& items, const std::string& key, bool required, const std::string& at) {
  json* properties = Find(items, "properties");
  json* property = properties == nullptr ? nullptr : Find(*properties, key);
  if (property == nullptr || !property->is_object()) return;
  const std::string place = base::ChildPointer(base::ChildPointer(at, "properties"), key);
  ReportNull(*property, place, "key of a list");
  if (property->contains("default") || required) return;
  if (SetChosenDefault(*property, key, place)) return;
  if (choices_.require_keys) {
    json& list = items["required"];
    if (!list.is_array()) list = json::array();
    list.push_back(key);
    return work_.NoteChosen(ChangeImpact::kStricter, "list-map-keys", place,
                            "items without this key of the list are refused: it is required");
  }
  const char* ports = key == "protocol" ? ". In Kubernetes' own ports the default is TCP" : "";
  Report(place,
         "in a new CRD the server accepts this key of the list only if it is required or has a "
         "default. Choose one: required refuses items without the key, a default completes them" +
             std::string(ports));
}

void ListMaps::Keys(json& items, json& keys, const std::string& at) {
  std::set<std::string> seen;
  const std::string place = base::ChildPointer(at, "x-kubernetes-list-map-keys");
  std::erase_if(keys.get_ref<json::array_t&>(), [&](const json& each) {
    const auto* key = each.get_ptr<const std::string*>();
    const bool again = key != nullptr && !seen.insert(*key).second;
    return again &&
           work_.ProposeChange(ChangeImpact::kSame, "list-type", place, "the key \"" + *key + "\" is named twice");
  });
  const auto required = TextsOf(Find(items, "required"));
  for (const std::string& key : seen) Key(items, key, required.contains(key), base::ChildPointer(at, "items"));
}

void ListMaps::Schema(json& schema, const std::string& at) {
  if (!schema.is_object()) return;
  json* items = Find(schema, "items");
  const std::string below = base::ChildPointer(at, "items");
  const std::string_view type = TextOf(schema, "x-kubernetes-list-type");
  if (items != nullptr && (type == "map" || type == "set")) ReportNull(*items, below, "item of this list");
  json* keys = Find(schema, "x-kubernetes-list-map-keys");
  if (items != nullptr && type == "map" && keys != nullptr && keys->is_array()) Keys(*items, *keys, at);
  if (items != nullptr) Schema(*items, below);
  if (json* more = Find(schema, "additionalProperties")) Schema(*more, base::ChildPointer(at, "additionalProperties"));
  json* properties = Find(schema, "properties");
  if (properties == nullptr || !properties->is_object()) return;
  for (auto& [key, field] : properties->items()) {
    Schema(field, base::ChildPointer(base::ChildPointer(at, "properties"), key));
  }
}

}  // namespace

void FixListMaps(json& crd, const Choices& choices, PlanContext& work) {
  ForEachSchema(crd, [&](json& schema, const std::string& at) { ListMaps(choices, work).Schema(schema, at); });
}

namespace {

constexpr const char* kApproved = "api-approved.kubernetes.io";

// Whether a value is null, "", [], {} or an object of such values.
bool IsBlank(const json& value) {
  if (value.is_object()) return std::ranges::all_of(value, IsBlank);
  if (value.is_string()) return value.get_ptr<const std::string*>()->empty();
  return value.is_null() || (value.is_array() && value.empty());
}

// Removes an empty status, as controller-gen wrote it before 0.9.
void DropStatus(json& crd, PlanContext& work) {
  const json* status = Find(crd, "status");
  if (status == nullptr || !IsBlank(*status)) return;
  if (work.ProposeChange(ChangeImpact::kSame, "generated-status", "/status",
                         "the server writes the status itself and ignores this one")) {
    crd.erase("status");
  }
}

void StoreOnlyVersion(json& crd, PlanContext& work) {
  json* versions = Find(crd["spec"], "versions");
  if (versions == nullptr || !versions->is_array() || versions->size() != 1) return;
  json& version = versions->front();
  const bool patch = FindNonNull(SpecOf(crd), "names") == nullptr;  // without names: not a whole CRD
  if (!version.is_object() || IsTrue(version, "storage") || patch) return;
  if (work.ProposeChange(ChangeImpact::kSame, "versions", "/spec/versions",
                         "the only version is the storage version")) {
    version["storage"] = true;
  }
}

// Renames JSONPath, the name of v1beta1, to jsonPath.
void NamePaths(json& version, const std::string& at, PlanContext& work) {
  json* columns = Find(version, kColumns);
  if (columns == nullptr || !columns->is_array()) return;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    json& column = (*columns)[i];
    if (TextOf(column, "JSONPath").empty() || column.contains("jsonPath")) continue;
    if (!work.ProposeChange(ChangeImpact::kSame, "printer-columns",
                            base::ChildPointer(base::ChildPointer(at, kColumns), i), "v1 calls JSONPath jsonPath")) {
      continue;
    }
    column["jsonPath"] = column["JSONPath"];
    column.erase("JSONPath");
  }
}

void DropNullableRoot(json& schema, const std::string& at, PlanContext& work) {
  if (!IsTrue(schema, "nullable")) return;
  if (work.ProposeChange(ChangeImpact::kSame, "schema-root", base::ChildPointer(at, "nullable"), "no object is null")) {
    schema.erase("nullable");
  }
}

bool IsProtected(const json& crd) {
  const std::string group = "." + std::string(TextOf(SpecOf(crd), "group"));
  return group.ends_with(".k8s.io") || group.ends_with(".kubernetes.io");
}

}  // namespace

void FixApproval(json& crd, const Choices& choices, PlanContext& work) {
  const json* metadata = FindNonNull(crd, "metadata");
  const json* annotations = metadata == nullptr ? nullptr : FindNonNull(*metadata, "annotations");
  const bool approved = annotations != nullptr && !TextOf(*annotations, kApproved).empty();
  if (!IsProtected(crd) || metadata == nullptr || approved) return;
  const std::string at = annotations == nullptr ? "/metadata" : "/metadata/annotations";
  if (choices.approval.empty()) {
    work.ProposeChange(ChangeImpact::kNeedsDecision, "api-approved", at,
                       "this group is protected: in v1 the server requires the annotation " + std::string(kApproved) +
                           ", with the URL of the approval or \"unapproved\" and a reason");
    return;
  }
  work.NoteChosen(ChangeImpact::kSame, "api-approved", at, std::string(kApproved) + " is \"" + choices.approval + '"');
  crd["metadata"]["annotations"][kApproved] = choices.approval;
}

void FixRefusals(json& crd, const Choices& choices, PlanContext& work) {
  const bool v1 = TextOf(crd, "apiVersion") == "apiextensions.k8s.io/v1";
  if (v1) FixApproval(crd, choices, work);
  StoreOnlyVersion(crd, work);
  json* versions = Find(crd["spec"], "versions");
  for (std::size_t i = 0; v1 && versions != nullptr && i < versions->size(); ++i)
    NamePaths((*versions)[i], At(i), work);
  ForEachSchema(crd, [&](json& schema, const std::string& at) { DropNullableRoot(schema, at, work); });
  if (!choices.keep_status) DropStatus(crd, work);
}

}  // namespace structural::fix
