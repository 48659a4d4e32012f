// Touched: where the same object has another value before and after, because a server drops,
// defaults or types parts of it otherwise.
//
// What is not touched is looked at by both schemas with the same eyes, so equal conditions on it have
// equal results.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/objects/validate.h"

namespace structural::compare {

struct Touched;
using TouchedPart = std::unique_ptr<Touched>;

struct Touched {
  bool value = false;  // it may be another one, or be gone, or come
  bool comes = false;  // it may come
  bool goes = false;   // it may be gone
  bool type = false;   // expressions see another type
  std::map<std::string, TouchedPart, std::less<>> members = {};
  TouchedPart others = nullptr;  // of keys that no property has
  TouchedPart items = nullptr;

  bool Nothing() const {
    return !value && !type && IsWhole();
  }
  // Nothing in it is touched by itself.
  bool IsWhole() const { return members.empty() && others == nullptr && items == nullptr; }
  // That of a member; null: it is as it was.
  const Touched* Member(std::string_view key) const;
  // Whether it, or something in it, may be another value.
  bool ChangesValue() const;
  // Whether some member may come, or go.
  bool MayCome() const;
  bool MayGo() const;
};

// Made where it is not there yet.
Touched& Make(TouchedPart& part);

// A place in an expression: fields from the variable on.
using FieldChain = std::vector<std::string>;

// Whether an expression that uses what stands at the end of the chain may have another result.
bool Meets(const Touched& touched, std::span<const std::string> chain);

// Whether checks that are the same may have another result.
bool Meets(const Touched& touched, const objects::Checks& checks);

}  // namespace structural::compare
