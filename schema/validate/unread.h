// What a release of Kubernetes does not read of a CRD: it is as if it were not there.
#pragma once

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/validate/release.h"

namespace structural::validate {

// Of what was decoded of a text: the schemas of the CRD are replaced by ones without it, in
// `arena`; `read` is what kubernetes::Read made of the same text.
void DropUnread(Release release, crd::CustomResourceDefinition& crd, json::Value& read,
                base::Arena& arena);

// The same of the schemas alone, for what makes structural forms of them (FormedBy).
void DropUnread(Release release, crd::CustomResourceDefinition& crd, base::Arena& arena);

// The schema as far as a structural form is made of it: until 1.35, that has neither `example` nor
// `externalDocs`.
const model::JSONSchemaProps& FormedBy(Release release, const model::JSONSchemaProps& schema,
                                       base::Arena& arena);

}  // namespace structural::validate
