// PlannedWrite: one write of the condition that is due, with all that is needed of the CRD once its
// text is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "controller/decide.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

struct PlannedWrite {
  PlannedWrite(const crd::CustomResourceDefinition& found, const crd::Verdict& verdict,
               Decision decided)
      : name(found.metadata.name),
        uid(found.metadata.uid),
        resource_version(found.metadata.resource_version),
        generation(found.metadata.generation),
        versions(found.versions.size()),
        violations(verdict.violations.size()),
        reason(verdict.condition ? verdict.condition->reason : ""),
        message(verdict.condition ? verdict.condition->message : ""),
        decision(std::move(decided)) {}

  // What it holds in memory.
  std::size_t Bytes() const {
    return sizeof *this + name.size() + uid.size() + resource_version.size() + message.size() +
           decision.patch.size();
  }
  // The object that it was planned for. Views into this.
  crd::ObjectMeta Object() const { return {name, uid, resource_version, generation}; }

  std::string name;
  std::string uid;
  std::string resource_version;
  std::int64_t generation;
  std::size_t versions;
  std::size_t violations;
  std::string reason;   // of the condition that is wanted; empty: none is
  std::string message;  // likewise
  Decision decision;
};

}  // namespace structural::controller
