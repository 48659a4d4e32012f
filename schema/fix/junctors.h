// Junctors: what must not stand below allOf, anyOf, oneOf and not.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Removes from the branches of `schema` what is not allowed there. Where the schema itself says the
// same that changes nothing; elsewhere a check is lost, and then oneOf becomes anyOf and not is
// removed: with less in its branches either could refuse what it has let pass.
//
// Precondition: the schema has its type, and so have its fields.
void FixJunctors(json& schema, const std::string& at, Work& work);

// Whether a list is [{type: integer}, {type: string}], which may stand below anyOf.
bool IsIntOrString(const json& list);

}  // namespace structural::fix
