// What a move or a copy takes from where.
#pragma once

#include "document/edit.h"
#include "document/edit/pointer.h"

namespace structural::document {

// A copy of what stands there, which knows the text that it comes from, if it still has one.
// Errors: kUnprocessable where nothing does.
base::Result<Value*> CopyFrom(const std::string& from, Values& values, Value& root);

// Gives a member another key, in its place. False: the edit is another kind of move.
// Precondition: what stands at `from` is there.
bool Rename(const Tokens& from, const Tokens& to, Value& root);

}  // namespace structural::document
