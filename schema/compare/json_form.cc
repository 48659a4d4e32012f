#include "schema/compare/json_form.h"

namespace structural::compare {
namespace {

void AddWitness(const Witness& witness, json::Writer& to) {
  to.Key("witness").BeginObject().Key("object").Raw(witness.object);
  if (!witness.old_object.empty()) to.Key("old").Raw(witness.old_object);
  to.Add("subresource", witness.subresource).Add("answer", witness.refusal);
  if (!witness.stored_object.empty()) to.Key("stored").Raw(witness.stored_object);
  if (!witness.read_object.empty()) to.Key("read").Raw(witness.read_object);
  to.EndObject();
}

void AddOutcome(std::string_view key, const ApplyOutcome& outcome, json::Writer& to) {
  to.Key(key).BeginObject().Key("conflicts").BeginList();
  for (const ApplyOutcome::Conflict& conflict : outcome.conflicts)
    to.BeginObject().Add("manager", conflict.manager).Add("field", conflict.field).EndObject();
  to.EndList().Add("error", outcome.error);
  if (!outcome.object.empty()) to.Key("object").Raw(outcome.object);
  if (!outcome.changed_value.empty()) to.Key("value").Raw(outcome.changed_value);
  to.Key("owners").BeginList();
  for (const ApplyOutcome::Owner& owner : outcome.owners)
    to.BeginObject().Add("manager", owner.manager).Add("fields", owner.fields).EndObject();
  to.EndList().EndObject();
}

void AddApplies(const AppliesWitness& applies, json::Writer& to) {
  to.Key("applies").BeginObject().Key("requests").BeginList();
  for (const ApplyRequest& request : applies.requests) {
    to.BeginObject().Add("manager", request.manager).Add("subresource", request.subresource);
    to.Key("object").Raw(request.object).EndObject();
  }
  to.EndList();
  AddOutcome("before", applies.before, to);
  AddOutcome("after", applies.after, to);
  to.EndObject();
}

void AddCost(const CostDetail& cost, json::Writer& to) {
  to.Key("cost").BeginObject().Key("before");
  cost.before ? to.Add(*cost.before) : to.Add(nullptr);
  to.Add("after", cost.after).Add("limit", cost.limit).Add("rule", cost.rule).EndObject();
}

}  // namespace

void AddMembers(const Change& change, json::Writer& to) {
  to.Add("aspect", Name(change.aspect)).Add("effect", Name(change.effect));
  to.Add("certain", change.certain()).Add("breaks", change.breaks_clients);
  to.Add("version", change.version);
  if (!change.storage_version.empty()) to.Add("storageVersion", change.storage_version);
  if (change.unlisted > 0)
    to.Add("more", std::uint64_t{change.unlisted}).Add("moreBelow", FieldText(change.unlisted_parent));
  to.Add("field", change.name.empty() ? FieldText(change.field) : change.name);
  to.Add("keyword", change.keyword).Add("text", TextOf(change));
  to.Add("before", change.before).Add("after", change.after);
  to.Add("beforePath", change.before_path).Add("afterPath", change.after_path);
  if (change.cost) AddCost(*change.cost, to);
  if (change.witness) AddWitness(*change.witness, to);
  if (change.applies) AddApplies(*change.applies, to);
}

void AddVersion(const VersionResult& version, json::Writer& to) {
  to.BeginObject().Add("name", version.name).Add("effect", Name(version.effect));
  to.Add("loses", version.loses_data).Add("defaults", version.changes_defaults).EndObject();
}

}  // namespace structural::compare
