#include "schema/base/pointer.h"
#include "schema/unions/kep/normalize.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {
namespace {

using json::Value;

class Comparison {
 public:
  void In(const Value& sent, const Value& now) {
    if (now.is_object()) return Fields(sent, now);
    for (std::size_t i = 0; now.is_array() && i < now.elements().size(); ++i) {
      at_.emplace_back(i);
      In(sent.elements()[i], now.elements()[i]);
      at_.pop_back();
    }
  }

  std::vector<Change> found;

 private:
  void Fields(const Value& sent, const Value& now) {
    for (const json::Member& member : sent.members()) {
      if (now.Find(member.key) == nullptr) Record(member.key, &member.value, nullptr);
    }
    for (const json::Member& member : now.members()) {
      const Value* was = sent.Find(member.key);
      if (was != nullptr && member.value.is_container() && was->kind() == member.value.kind()) {
        at_.emplace_back(member.key);
        In(*was, member.value);
        at_.pop_back();
      } else if (was == nullptr || !json::Equal(*was, member.value)) {
        Record(member.key, was, &member.value);
      }
    }
  }

  void Record(std::string_view key, const Value* was, const Value* now) {
    found.push_back({at_, was, now});
    found.back().at.emplace_back(key);
  }

  Steps at_;
};

}  // namespace

std::string PathOf(std::span<const Step> steps) {
  std::string path;
  for (const Step& step : steps) {
    const auto* key = std::get_if<std::string_view>(&step);
    path = key != nullptr ? Below(path, *key) : Indexed(path, std::to_string(std::get<1>(step)));
  }
  return path;
}

std::string PointerTo(std::span<const Step> steps) {
  std::string pointer;
  for (const Step& step : steps) {
    pointer += '/';
    const auto* key = std::get_if<std::string_view>(&step);
    key != nullptr ? base::AppendPointerToken(*key, pointer) : void(pointer += std::to_string(std::get<1>(step)));
  }
  return pointer;
}

std::vector<Change> ChangesBetween(const Value& sent, const Value& now) {
  Comparison comparison;
  comparison.In(sent, now);
  return std::move(comparison.found);
}

}  // namespace structural::unions::kep
