// cases/compare_objects: {"old": {VERSION: SCHEMA}, "new": …, "object": O}: requests that the old CRD accepts and the new one
// refuses or answers otherwise, so `diff` must say so. Schemas are of whole objects; the first version is the storage version.
// With "crds", old and new are CRDs. "version" of the object, "scale" of all versions, "oldStatus" and "newStatus": whether
// status is a subresource. O is created, or with "stored" updates that, or with "status" gets that status.
#include <gtest/gtest.h>

#include "schema/admission/served.h"
#include "schema/compare/witness.h"
#include "test/support/cases.h"

namespace structural::test {
namespace object_cases_test {

using compare::Request;
using compare::RequestResult;

nlohmann::json CrdOfVersions(const nlohmann::json& data, const char* side, const char* status) {
  if (data.value("crds", false)) return data.at(side);
  nlohmann::json versions = nlohmann::json::array(), subresources = nlohmann::json::object();
  if (data.value(status, false)) subresources["status"] = nlohmann::json::object();
  if (data.contains("scale")) subresources["scale"] = data.at("scale");
  for (const auto& [name, schema] : data.at(side).items()) {
    versions.push_back({{"name", name}, {"served", true}, {"storage", versions.empty()}, {"schema", {{"openAPIV3Schema", schema}}}});
    versions.back()["subresources"] = subresources;
  }
  const nlohmann::json names = {{"plural", "foos"}, {"singular", "foo"}, {"kind", "Foo"}, {"listKind", "FooList"}};
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "foos.example.com"}}},
          {"spec", {{"group", "example.com"}, {"scope", "Namespaced"}, {"names", names}, {"versions", versions}}}};
}

struct Server {
  Server(std::string of, const std::string& version) : crd(std::move(of)) {
    auto served = admission::Serve(crd, arena);
    if (!served.ok()) return;
    resource = *std::move(served);
    serves = resource.Find(version);
  }
  RequestResult Send(const Request& request) { return request.Send(resource, *serves, arena); }

  base::Arena arena;
  const std::string crd;
  admission::ServedResource resource;
  const admission::ServedVersion* serves = nullptr;
};

class ObjectCase : public testing::TestWithParam<Case> {
 protected:
  std::string Body(const nlohmann::json& fields) const {
    nlohmann::json object = {{"apiVersion", "example.com/" + version_}, {"kind", "Foo"}, {"metadata", {{"name", "example"}}}};
    object.update(fields);
    return object.dump();
  }
  // What is sent to both servers, after what only the old one gets.
  Request RequestFor(Server& before) const {
    const auto store = [&](const nlohmann::json& fields) {
      const Request create{Body(fields)};
      const RequestResult created = before.Send(create);
      EXPECT_TRUE(created.accepted) << created.answer;
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

TEST_P(ObjectCase, IsTold) {
  Server before(CrdOfVersions(data_, "old", "oldStatus").dump(), version_), after(CrdOfVersions(data_, "new", "newStatus").dump(), version_);
  ASSERT_TRUE(before.serves != nullptr && after.serves != nullptr);
  const Request request = RequestFor(before);
  const RequestResult old_result = before.Send(request), new_result = after.Send(request);
  ASSERT_TRUE(old_result.accepted) << old_result.answer;
  ASSERT_TRUE(!new_result.accepted || !Equal(old_result.object, new_result.object)) << "nothing changes";

  base::Arena arena;
  const auto comparison = compare::Compare(before.crd, after.crd, arena);
  ASSERT_TRUE(comparison.ok()) << comparison.error().message();
  const auto found = std::ranges::find(comparison->versions, version_, &compare::VersionResult::name);
  ASSERT_TRUE(found != comparison->versions.end());
  const bool refuses = found->effect == compare::Effect::kSmaller || found->effect == compare::Effect::kOther;
  EXPECT_TRUE(refuses || (new_result.accepted && (found->loses || found->defaults))) << Name(found->effect) << ": " << new_result.answer;
}

INSTANTIATE_TEST_SUITE_P(Data, ObjectCase, testing::ValuesIn(LoadCases("compare_objects")), CaseName);

}  // namespace object_cases_test
}  // namespace structural::test
