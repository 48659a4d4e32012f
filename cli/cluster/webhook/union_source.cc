#include "cli/cluster/webhook/union_source.h"

#include <iostream>
#include <thread>

#include <glog/logging.h>

#include "cli/shared/api_server.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "controller/clock.h"
#include "controller/reflector.h"
#include "kube/wait.h"
#include "schema/crd/crd.h"

namespace structural::cli {
namespace {

// Returns the error in the CRD's unions; may be empty.
std::string SetIn(webhook::UnionCrds& crds, const std::string& name, std::string_view json,
                  crd::ApiVersion asked_for = crd::ApiVersion::kV1) {
  const auto set = crds.Set(name, json, asked_for);
  if (!set.ok()) return set.error().message();
  return *set == nullptr ? std::string() : (*set)->unusable;
}

int ReadDocument(const FileDocument& document, webhook::UnionCrds& crds, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  const std::string wrong = SetIn(crds, std::string(crd->metadata.name), document.json);
  if (wrong.empty()) return kExitOk;
  ReportError(document, wrong);
  return kExitUsage;
}

}  // namespace

class UnionSource::Watching {
  // Updates the CRDs by the events of a reflector.
  class CrdFollower : public controller::ReflectorHandler {
   public:
    explicit CrdFollower(webhook::UnionCrds& crds) : crds_(crds) {}

    void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token) override {
      const std::string name(meta.name);
      const std::string wrong = SetIn(crds_, name, text, meta.asked_for);
      if (!wrong.empty()) LOG(WARNING) << "unions of CRD " << name << " are ignored: " << wrong;
    }
    void OnDeleted(const std::string& name) override { crds_.Remove(name); }
    void OnReplace(const std::set<std::string>& names) override {
      if (!crds_.complete()) LOG(INFO) << "read all " << names.size() << " CRDs";
      crds_.KeepOnly(names);
    }

   private:
    webhook::UnionCrds& crds_;
  };

 public:
  Watching(ApiServer server, webhook::UnionCrds& crds)
      : server_(std::move(server)), api_(server_.client()), following_(crds) {
    thread_ = std::jthread([this](std::stop_token stop) { Run(std::move(stop)); });
  }

 private:
  void Run(std::stop_token stop) {
    controller::ReflectorOptions options;
    options.sleep = kube::SleepFor;
    options.random = controller::Random;
    controller::Reflector reflector(server_.client(), api_, following_, controller::Clock::OfMachine(),
                                    std::move(options));
    const base::Status ended = reflector.Run(std::move(stop));
    if (!ended.ok()) LOG(ERROR) << ended.error().message();
  }

  ApiServer server_;
  controller::CrdApi api_;
  CrdFollower following_;
  std::jthread thread_;
};

UnionSource::UnionSource(webhook::UnionCrds& crds) : crds_(crds) {}
UnionSource::~UnionSource() = default;

base::Status UnionSource::Read(const std::vector<std::string>& paths) {
  const int exit_code = VisitDocuments(
      paths, [this](const FileDocument& document, base::Arena& arena) { return ReadDocument(document, crds_, arena); });
  if (exit_code != kExitOk) return {base::ErrorCode::kInvalidInput, "the files of --crd cannot be used"};
  crds_.MarkComplete();
  return base::Ok();
}

base::Status UnionSource::Watch(const kube::ConfigFlags& cluster, std::stop_token stop) {
  auto server = ApiServer::Open(cluster, std::move(stop));
  if (!server.ok()) return server.error();
  LOG(INFO) << "watching the CRDs of " << server->url();
  watching_ = std::make_unique<Watching>(*std::move(server), crds_);
  return base::Ok();
}

std::optional<std::string> UnionSource::Missing() const {
  if (crds_.complete()) return std::nullopt;
  return "the CRDs were not read yet";
}

}  // namespace structural::cli
