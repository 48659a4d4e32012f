#include "schema/merge/managed_fields.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/print.h"
#include "schema/merge/fields_error.h"

namespace structural::merge {
namespace {

using base::ErrorCode;
using json::Member;
using json::Value;

constexpr std::string_view kFieldsV1Type = "FieldsV1";
constexpr std::string_view kEpoch = "1970-01-01T00:00:00Z";

base::Error Unreadable(std::string message) { return {ErrorCode::kInvalidInput, std::move(message)}; }

void AppendMember(std::string_view name, std::string_view text, std::string& to) {
  if (text.empty()) return;
  to.append(to.size() > 1 ? ",\"" : "\"").append(name).append("\":");
  to += kubernetes::MarshalJson(Value::String(text));
}

struct EncodedEntry {
  ManagerInfo info;
  std::string_view time;
  Value fields;
};

Value WriteEntry(const EncodedEntry& entry, base::Arena& arena) {
  std::vector<Member> members;
  const auto add = [&](std::string_view key, std::string_view text) {
    if (!text.empty()) members.push_back({key, Value::String(text)});
  };
  add("apiVersion", entry.info.api_version);
  add("fieldsType", kFieldsV1Type);
  members.push_back({"fieldsV1", entry.fields});
  add("manager", entry.info.manager);
  add("operation", entry.info.applies ? "Apply" : "Update");
  add("subresource", entry.info.subresource);
  add("time", entry.time);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

// Returns Kubernetes' error for an entry whose fieldsV1 cannot be read. The error contains the entry as Go prints it.
std::string UnreadableSetMessage(const Value& entry, const Value& fields, const base::Error& error,
                                 const UnreadableKey& key, FieldsFormat format) {
  std::string time(TextOf(entry.Find("time")));
  if (time.size() == kEpoch.size()) time = time.substr(0, 10) + " " + time.substr(11, 8) + " +0000 UTC";
  std::string message = "error decoding versioned set from {";
  message.append(TextOf(entry.Find("manager"))).append(" ").append(TextOf(entry.Find("operation"))).append(" ");
  message.append(TextOf(entry.Find("apiVersion"))).append(" ").append(time.empty() ? "<nil>" : time);
  message.append(" FieldsV1 ")
      .append(kubernetes::MarshalJson(fields))
      .append(" ")
      .append(TextOf(entry.Find("subresource")));
  message += "}: error decoding set: ";
  return message + DecodingError(fields, key, error, format);
}

base::Status ReadEntry(const Value& entry, std::size_t index, FieldsFormat format, ManagedFields& managed,
                       base::Arena& arena) {
  const std::string_view operation = TextOf(entry.Find("operation")), version = TextOf(entry.Find("apiVersion"));
  const std::string_view type = TextOf(entry.Find("fieldsType"));
  if (operation != "Apply" && operation != "Update") return Unreadable("operation must be `Apply` or `Update`");
  if (version.empty()) return Unreadable("apiVersion must not be empty");
  const std::string at = " in managed fields entry " + std::to_string(index);
  if (type.empty()) return Unreadable("missing fieldsType" + at);
  if (type != kFieldsV1Type) return Unreadable("invalid fieldsType " + base::Quote(type) + at);
  const bool applies = operation == "Apply";
  const std::string_view id = managed.Add({TextOf(entry.Find("manager")), applies,
                                           applies ? std::string_view() : version, TextOf(entry.Find("subresource"))},
                                          arena);
  const Value* fields = entry.Find("fieldsV1");
  UnreadableKey key;
  const auto set = ReadFieldsV1(fields == nullptr ? Value() : *fields, arena, format, &key);
  if (!set.ok())
    return Unreadable(UnreadableSetMessage(entry, fields == nullptr ? Value() : *fields, set.error(), key, format));
  managed.owners[id] = {*set, version, applies};
  const std::string_view time = TextOf(entry.Find("time"));
  if (time.empty()) {
    managed.times.erase(id);
  } else {
    managed.times[id] = time;
  }
  return base::Ok();
}

}  // namespace

std::string ManagerInfo::Id() const {
  std::string id = "{";
  AppendMember("manager", manager, id);
  AppendMember("operation", applies ? "Apply" : "Update", id);
  AppendMember("apiVersion", applies ? std::string_view() : api_version, id);
  AppendMember("subresource", subresource, id);
  return id + "}";
}

std::string ManagerInfo::Text() const {
  std::string text = base::Quote(manager);
  if (!subresource.empty()) text += " with subresource " + base::Quote(subresource);
  if (!applies) text.append(" using ").append(api_version);
  return text;
}

std::string_view ManagedFields::Add(const ManagerInfo& info, base::Arena& arena) {
  const std::string id = info.Id();
  const auto found = infos.find(id);
  if (found != infos.end()) return found->first;
  return infos.emplace(arena.Copy(id), info).first->first;
}

base::Result<ManagedFields> ReadManagedFields(const Value& entries, FieldsFormat format, base::Arena& arena) {
  ManagedFields managed;
  std::size_t index = 0;
  for (const Value& entry : ElementsOf(&entries)) {
    base::Status read = ReadEntry(entry, index++, format, managed, arena);
    if (!read.ok()) return read.error();
  }
  return managed;
}

Value WriteManagedFields(const ManagedFields& managed, FieldsFormat format, base::Arena& arena) {
  std::vector<EncodedEntry> entries;
  for (const auto& [id, owned] : managed.owners) {
    EncodedEntry entry{managed.InfoOf(id), {}, FieldsV1(owned.fields, arena, format)};
    entry.info.api_version = owned.api_version;
    entry.info.applies |= owned.applied;
    if (const auto time = managed.times.find(id); time != managed.times.end()) entry.time = time->second;
    entries.push_back(entry);
  }
  if (entries.empty()) return {};
  std::ranges::sort(entries, {}, [](const EncodedEntry& entry) {
    return std::tuple(!entry.info.applies, entry.time.empty() ? kEpoch : entry.time, entry.info.manager,
                      entry.info.api_version, entry.info.subresource);
  });
  std::vector<Value> written;
  for (const EncodedEntry& entry : entries) written.push_back(WriteEntry(entry, arena));
  return Value::Array(arena.Copy(std::span<const Value>(written)));
}

}  // namespace structural::merge
