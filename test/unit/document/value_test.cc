// Tests that Value finds the members of large objects while other members are added and removed.
#include "document/edit/value.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace structural::document {
namespace value_test {

class Objects {
 public:
  Objects() { object_.kind = Value::Kind::kObject; }

  void Insert(std::size_t at, const std::string& key) {
    object_.Insert(at, {key, &child_});
    keys_.insert(keys_.begin() + static_cast<std::ptrdiff_t>(at), key);
  }
  void Erase(std::size_t at) {
    object_.Erase(at);
    keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void Rename(std::size_t at, const std::string& key) {
    object_.Rename(at, key);
    keys_[at] = key;
  }
  void Check(const std::string& key) const {
    const auto found = std::ranges::find(keys_, key);
    EXPECT_EQ(found == keys_.end() ? -1 : found - keys_.begin(), object_.Find(key)) << key;
    EXPECT_EQ(std::ranges::is_sorted(keys_), object_.InOrder());
  }
  bool Has(const std::string& key) const { return std::ranges::find(keys_, key) != keys_.end(); }
  std::size_t size() const { return keys_.size(); }

 private:
  Value object_, child_;
  std::vector<std::string> keys_;
};

TEST(Value, MembersAreAddedAndRemoved) {
  std::mt19937 random(21);
  const auto below = [&](std::size_t n) { return random() % n; };
  const auto any_key = [&] { return "k" + std::to_string(below(400)); };
  Objects objects;
  for (int step = 0; step < 20'000; ++step) {
    const std::string key = any_key();
    const auto what = below(10);
    if (what < 4 && !objects.Has(key)) {
      objects.Insert(below(objects.size() + 1), key);
    } else if (what < 7 && objects.size() > 0) {
      objects.Erase(below(objects.size()));
    } else if (what == 7 && objects.size() > 0 && !objects.Has(key)) {
      objects.Rename(below(objects.size()), key);
    }
    if (objects.size() < 100 && !objects.Has("z" + key)) objects.Insert(objects.size(), "z" + key);
    objects.Check(any_key());
    objects.Check(key);
  }
}

TEST(Value, MembersInOrder) {
  Objects objects;
  for (int i = 0; i < 100; ++i) {
    objects.Insert(objects.size(), "k" + std::to_string(1000 + 2 * i));
    objects.Check("k1000");
  }
  objects.Insert(50, "k1099");
  objects.Check("k1099");
  objects.Insert(3, "z");
  objects.Check("z");
  objects.Erase(3);
  objects.Check("k1198");
}

}  // namespace value_test
}  // namespace structural::document
