// cases/compare_objects: {"old": {VERSION: SCHEMA}, "new": …, "object": O}: a request that the old CRD accepts, and
// that the new one refuses or answers with a different object. `diff` must report such a change. A SCHEMA is that of
// complete objects; the first version is the storage version. With "crds", "old" and "new" are CRDs. "version" is the
// version of the request. "scale" adds a scale subresource to all versions. "oldStatus" and "newStatus": whether the
// old and the new CRD have a status subresource. The request creates O. With "stored", it updates that object to O.
// With "status", it updates the status of the stored O to that status.
#include <gtest/gtest.h>

#include "crds.h"
#include "schema/compare/witness.h"
#include "server.h"
#include "test/support/cases.h"

namespace structural::test {
namespace object_cases_test {

using compare::Request;
using compare::RequestResult;

std::string CrdOfCase(const nlohmann::json& data, const char* side, const char* status) {
  if (data.value("crds", false)) return data.at(side).dump();
  nlohmann::json subresources = nlohmann::json::object();
  if (data.value(status, false)) subresources["status"] = nlohmann::json::object();
  if (data.contains("scale")) subresources["scale"] = data.at("scale");
  return CrdOfVersions(data.at(side), subresources);
}

class ObjectCase : public testing::TestWithParam<Case> {
 protected:
  std::string Body(const nlohmann::json& fields) const {
    nlohmann::json object = {
        {"apiVersion", "example.com/" + version_}, {"kind", "Foo"}, {"metadata", {{"name", "example"}}}};
    object.update(fields);
    return object.dump();
  }
  // Stores the object that the tested request updates, if any, on the old server. Returns the tested request, which the
  // caller sends to the old and the new server.
  Request RequestFor(Server& before) const {
    const auto store = [&](const nlohmann::json& fields) {
      const Request create{Body(fields)};
      const RequestResult created = before.Send(create, before.arena);
      EXPECT_TRUE(created.accepted) << created.message;
      return compare::StoredText(before.resource, created.object, before.arena);
    };
    nlohmann::json object = data_.at("object");
    if (data_.contains("stored")) return {Body(object), "", store(data_.at("stored"))};
    if (!data_.contains("status")) return {Body(object)};
    const std::string stored = store(object);
    object["status"] = data_.at("status");
    return {Body(object), "status", stored};
  }

  const nlohmann::json& data_ = GetParam().data;
  const std::string version_ = data_.value("version", "v1");
};

TEST_P(ObjectCase, IsReportedByDiff) {
  Server before(CrdOfCase(data_, "old", "oldStatus"), version_), after(CrdOfCase(data_, "new", "newStatus"), version_);
  ASSERT_TRUE(before.version != nullptr && after.version != nullptr);
  const Request request = RequestFor(before);
  const RequestResult old_result = before.Send(request, before.arena), new_result = after.Send(request, after.arena);
  ASSERT_TRUE(old_result.accepted) << old_result.message;
  ASSERT_TRUE(!new_result.accepted || !Equal(old_result.object, new_result.object)) << "nothing changes";

  base::Arena arena;
  const auto comparison = compare::Compare(before.crd, after.crd, arena);
  ASSERT_TRUE(comparison.ok()) << comparison.error().message();
  const auto found = std::ranges::find(comparison->versions, version_, &compare::VersionResult::name);
  ASSERT_TRUE(found != comparison->versions.end());
  const bool refuses = found->effect == compare::Effect::kSmaller || found->effect == compare::Effect::kOther;
  EXPECT_TRUE(refuses || (new_result.accepted && (found->loses_data || found->changes_defaults)))
      << Name(found->effect) << ": " << new_result.message;
}

INSTANTIATE_TEST_SUITE_P(Data, ObjectCase, testing::ValuesIn(LoadCases("compare_objects")), CaseName);

}  // namespace object_cases_test
}  // namespace structural::test
