#include "cli/union_task.h"

#include "schema/ops/write.h"
#include "schema/unions/kep/normalize.h"
#include "schema/unions/kep/undecided.h"

namespace structural::cli {
namespace {

using ops::Value;

// What normalisation has done: it leaves fields out, and sets and adds texts.
class Changes {
 public:
  explicit Changes(Remarks& remarks) : remarks_(remarks) {}

  void In(const Value& sent, const Value& now, const std::string& at) {
    if (now.is_object()) return Fields(sent, now, at);
    for (std::size_t i = 0; now.is_array() && i < now.elements().size(); ++i) {
      In(sent.elements()[i], now.elements()[i], at + "[" + std::to_string(i) + "]");
    }
  }

 private:
  static std::string Below(const std::string& at, std::string_view key) {
    return at.empty() ? std::string(key) : (at + ".").append(key);
  }

  void Fields(const Value& sent, const Value& now, const std::string& at) {
    for (const ops::Member& member : sent.members()) {
      if (now.Find(member.key) == nullptr) Tell(Below(at, member.key), "cleared");
    }
    for (const ops::Member& member : now.members()) {
      const Value* was = sent.Find(member.key);
      if (was != nullptr && member.value.is_container()) {
        In(*was, member.value, Below(at, member.key));
      } else if (was == nullptr || !ops::Equal(*was, member.value)) {
        std::string text = "set to ";
        ops::AppendJson(member.value, text);
        Tell(Below(at, member.key), text);
      }
    }
  }

  void Tell(const std::string& path, const std::string& text) {
    remarks_.Tell(path, path + ": " + text);
  }

  Remarks& remarks_;
};

std::string Listed(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ", ") + field;
  return text;
}

}  // namespace

Remarks NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema,
                        base::Arena& arena) {
  Remarks remarks;
  if (schema.unions.is_null()) {
    remarks.Tell("", "notice: the CRD declares no unions in this version");
    return remarks;
  }
  unions::kep::Normalize(update.before, update.object, schema.unions, arena);
  Changes(remarks).In(update.sent, update.object, "");
  for (const auto& [path, fields] : unions::kep::Undecided(update.object, schema.unions)) {
    remarks.Fail(path, (path.empty() ? "" : path + ": ") +
                           "of a union only one field can be set: " + Listed(fields));
  }
  return remarks;
}

}  // namespace structural::cli
