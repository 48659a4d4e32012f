#include "http/admission.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace structural::http {
namespace admission_test {

using namespace std::chrono_literals;
using Slot = ConnectionLimiter::Slot;
using PlaceResult = Slot::PlaceResult;

class ConnectionLimiterTest : public testing::Test {
 protected:
  // Returns the slot of a new connection. If the limiter ends the connection, the connection's name is added to ended_.
  std::unique_ptr<Slot> Accept(const std::string& name, const std::string& address = "a") {
    return std::make_unique<Slot>(admission_, address, [this, name] { ended_ += name; });
  }
  auto Granted(const std::string& name) {
    return [this, name] { granted_ += name; };
  }
  std::unique_ptr<Slot> Reading(const std::string& name, const std::string& address = "a") {
    auto slot = Accept(name, address);
    EXPECT_EQ(PlaceResult::kNow, slot->AskToRead(Granted(name))) << name;
    return slot;
  }
  std::unique_ptr<Slot> Serving(const std::string& name, bool success = true) {
    auto slot = Reading(name);
    EXPECT_EQ(PlaceResult::kNow, slot->AskToServe(Granted(name))) << name;
    slot->RecordAnswer(success);
    slot->SetIdle();
    now_ += 1ms;
    return slot;
  }

  ConnectionLimiter::Clock::time_point now_{};
  std::string ended_, granted_;
  ConnectionLimiter admission_{{.accepted = 4, .handshake = 2, .reading = 3, .serving = 3, .step_timeout = 10s},
                               [this] { return now_; }};
};

TEST_F(ConnectionLimiterTest, TheOldestEndsForANewcomer) {
  const auto a = Accept("a"), b = Accept("b"), c = Accept("c"), d = Accept("d");
  EXPECT_EQ("", ended_);
  const auto e = Accept("e");
  EXPECT_EQ("a", ended_);
  const auto f = Accept("f");
  EXPECT_EQ("ab", ended_) << "each is told once";
}

TEST_F(ConnectionLimiterTest, AnAddressWithManyMakesRoomForItsOwn) {
  const auto other = Accept("x", "other");
  const auto a = Accept("a"), b = Accept("b"), c = Accept("c");
  const auto d = Accept("d");
  EXPECT_EQ("a", ended_) << "not the older one of an address that has one";
  const auto e = Accept("e", "third");
  EXPECT_EQ("ax", ended_) << "who is new ends the oldest of all";
}

TEST_F(ConnectionLimiterTest, TimeShrinksAsPlacesFill) {
  const auto a = Accept("a"), b = Accept("b");
  EXPECT_EQ(10s, b->AllowedTime());
  const auto c = Accept("c");
  EXPECT_EQ(5500ms, c->AllowedTime());
  const auto d = Accept("d");
  EXPECT_EQ(1s, d->AllowedTime());
  c->AskToRead(Granted("c"));
  now_ += 6s;
  const auto e = Accept("e");
  EXPECT_EQ("abd", ended_) << "more time than there is for one of three";
}

TEST_F(ConnectionLimiterTest, TheLongestReaderEndsForAFurtherOne) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  now_ += ConnectionLimiter::kMinStageTime;
  const auto d = Reading("d");
  EXPECT_EQ("a", ended_);
}

TEST_F(ConnectionLimiterTest, ANewReaderStaysAndTheYoungestWaiterIsNext) {
  const auto a = Reading("a");
  auto b = Reading("b");
  const auto c = Reading("c");
  const auto d = Accept("d"), e = Accept("e");
  EXPECT_EQ(PlaceResult::kLater, d->AskToRead(Granted("d")));
  EXPECT_EQ(PlaceResult::kLater, e->AskToRead(Granted("e")));
  EXPECT_EQ("", ended_);
  EXPECT_EQ(1s, a->AllowedTime()) << "the least, while others wait";
  b.reset();
  EXPECT_EQ("e", granted_);
  now_ += ConnectionLimiter::kMinStageTime;
  const auto f = Reading("f");
  EXPECT_EQ("a", ended_);
}

TEST_F(ConnectionLimiterTest, ARepeatedRequestMayGetAPlace) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  const auto d = Accept("d"), e = Accept("e");
  EXPECT_EQ(PlaceResult::kLater, d->AskToRead(Granted("d")));
  EXPECT_EQ(PlaceResult::kLater, e->AskToRead(Granted("e")));
  now_ += ConnectionLimiter::kMinStageTime;
  EXPECT_EQ(PlaceResult::kNow, d->AskToRead(Granted("d")));
  EXPECT_EQ("ab", ended_);
  EXPECT_EQ("ed", granted_) << "the youngest has the first";
}

TEST_F(ConnectionLimiterTest, AHandshakeEndsNoReader) {
  const auto reader = Reading("r");
  const auto a = Accept("a"), b = Accept("b"), c = Accept("c");
  EXPECT_EQ(PlaceResult::kNow, a->AskForHandshake(Granted("a")));
  EXPECT_TRUE(c->MayBeginHandshake());
  EXPECT_EQ(PlaceResult::kNow, b->AskForHandshake(Granted("b")));
  EXPECT_FALSE(c->MayBeginHandshake());
  EXPECT_EQ(1s, a->AllowedTime()) << "its stage is full";
  EXPECT_EQ(PlaceResult::kLater, c->AskForHandshake(Granted("c")));
  now_ += ConnectionLimiter::kMinStageTime;
  EXPECT_EQ(PlaceResult::kNow, c->AskForHandshake(Granted("c")));
  EXPECT_EQ("a", ended_);
  EXPECT_EQ(10s, reader->AllowedTime());
}

TEST_F(ConnectionLimiterTest, AFinishedHandshakeFreesItsPlace) {
  const auto a = Accept("a"), b = Accept("b"), c = Accept("c");
  EXPECT_EQ(PlaceResult::kNow, a->AskForHandshake(Granted("a")));
  EXPECT_EQ(PlaceResult::kNow, b->AskForHandshake(Granted("b")));
  EXPECT_EQ(PlaceResult::kLater, c->AskForHandshake(Granted("c")));
  EXPECT_EQ(PlaceResult::kNow, b->AskToRead(Granted("b")));
  EXPECT_EQ("c", granted_);
  EXPECT_EQ(PlaceResult::kNever, b->AskForHandshake(Granted("b"))) << "nobody goes back";
  EXPECT_EQ("", ended_);
}

TEST_F(ConnectionLimiterTest, AWholeRequestNeedsNoPlaceToBeRead) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  const auto d = Accept("d"), e = Accept("e", "other");
  EXPECT_TRUE(d->SkipReading());
  EXPECT_EQ(PlaceResult::kNow, d->AskToServe(Granted("d")));
  d->SetBusy();
  EXPECT_EQ("", ended_);
}

TEST_F(ConnectionLimiterTest, NoMoreWholeRequestsWaitThanHavePlacesToBeRead) {
  const auto a = Serving("a"), b = Serving("b"), c = Serving("c");
  for (const auto* busy : {&a, &b, &c}) (*busy)->SetBusy();
  std::vector<std::unique_ptr<Slot>> whole;
  for (int i = 0; i < 4; ++i) {
    whole.push_back(Accept("w"));
    EXPECT_EQ(i < 3, whole.back()->SkipReading());
    whole.back()->AskToServe(Granted("w"));
  }
}

TEST_F(ConnectionLimiterTest, AStrangersAddressDoesNotWaitForOneThatHoldsMany) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  const auto d = Reading("d", "other");
  EXPECT_EQ("a", ended_);
}

TEST_F(ConnectionLimiterTest, AnEvictedConnectionGetsNoPlace) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  const auto d = Accept("d");
  EXPECT_EQ(PlaceResult::kLater, d->AskToRead(Granted("d")));
  const auto e = Accept("e"), f = Accept("f"), g = Accept("g"), h = Accept("h");
  EXPECT_EQ("d", ended_);
  EXPECT_EQ(PlaceResult::kNever, d->AskToRead(Granted("d")));
  now_ += ConnectionLimiter::kMinStageTime;
  EXPECT_EQ(PlaceResult::kNow, h->AskToRead(Granted("h")));
  EXPECT_EQ("", granted_);
}

TEST_F(ConnectionLimiterTest, NewConnectionsNeverEvictAServedOne) {
  const auto served = Serving("s");
  std::vector<std::unique_ptr<Slot>> strangers;
  for (int i = 0; i < 100; ++i) {
    strangers.push_back(Accept("-"));
    strangers.back()->AskToRead(Granted("+"));
    now_ += 1s;
  }
  EXPECT_EQ(std::string::npos, ended_.find('s')) << ended_;
}

TEST_F(ConnectionLimiterTest, TheLeastUsefulServedConnectionEndsFirst) {
  const auto old = Serving("o"), failed = Serving("f", false);
  auto slow = Serving("s");
  slow->SetWaitingForPeer();
  now_ += ConnectionLimiter::kMinHandshakeTime + 1ms;
  const auto first = Reading("1"), second = Reading("2"), third = Reading("3");
  EXPECT_EQ(PlaceResult::kLater, first->AskToServe(Granted("1")));
  EXPECT_EQ(PlaceResult::kLater, second->AskToServe(Granted("2")));
  EXPECT_EQ(PlaceResult::kLater, third->AskToServe(Granted("3")));
  EXPECT_EQ("fso", ended_);
  EXPECT_EQ("", granted_) << "a place is free when its connection is gone";
  slow.reset();
  EXPECT_EQ("1", granted_);
}

TEST_F(ConnectionLimiterTest, TheLongestIdleConnectionEnds) {
  const auto a = Serving("a"), b = Serving("b"), c = Serving("c");
  a->SetBusy();
  now_ += 1ms;
  a->SetIdle();
  const auto d = Reading("d");
  EXPECT_EQ(PlaceResult::kLater, d->AskToServe(Granted("d")));
  EXPECT_EQ("b", ended_);
}

TEST_F(ConnectionLimiterTest, AFurtherConnectionWaitsForABusyOne) {
  const auto a = Serving("a"), b = Serving("b"), c = Serving("c");
  for (const auto* busy : {&a, &b, &c}) (*busy)->SetBusy();
  auto d = Reading("d");
  EXPECT_EQ(PlaceResult::kLater, d->AskToServe(Granted("d")));
  EXPECT_EQ("", ended_);
  b->SetIdle();
  EXPECT_EQ("b", ended_) << "as soon as it is idle";
}

TEST_F(ConnectionLimiterTest, ACompleteRequestIsNotEndedForOneThatIsNot) {
  const auto a = Serving("a"), b = Serving("b"), c = Serving("c");
  for (const auto* busy : {&a, &b, &c}) (*busy)->SetBusy();
  const auto complete = Reading("x");
  EXPECT_EQ(PlaceResult::kLater, complete->AskToServe(Granted("x")));
  const auto second = Reading("2"), third = Reading("3");
  now_ += ConnectionLimiter::kMinStageTime;
  const auto fourth = Reading("4");
  EXPECT_EQ("2", ended_);
}

TEST_F(ConnectionLimiterTest, AConnectionWithAHandshakeEndsLater) {
  const auto a = Reading("a"), b = Reading("b"), c = Reading("c");
  now_ += ConnectionLimiter::kMinStageTime;
  const auto d = Reading("d"), e = Reading("e");
  EXPECT_EQ("ab", ended_);
  EXPECT_EQ(0ms, a->SocketLingerTime());
  EXPECT_EQ(6ms, b->SocketLingerTime());
  EXPECT_EQ(13ms, c->SocketLingerTime()) << "it was too slow";
  now_ += 1s;
  EXPECT_EQ(0ms, d->SocketLingerTime());
  EXPECT_EQ(0ms, Accept("x")->SocketLingerTime()) << "it has cost nothing";
  EXPECT_EQ(6ms, e->SocketLingerTime());
}

TEST_F(ConnectionLimiterTest, NoMoreThanItsPlacesAreKept) {
  ConnectionLimiter few({.accepted = 4, .handshake = 2, .reading = 3, .serving = 3, .step_timeout = 10s, .ended = 1},
                        [this] { return now_; });
  std::vector<std::unique_ptr<Slot>> peers;
  for (const auto& [name, after] : {std::pair("a", 0ms), {"b", 6ms}, {"c", 0ms}}) {
    peers.push_back(std::make_unique<Slot>(few, name, [] {}));
    EXPECT_EQ(PlaceResult::kNow, peers.back()->AskToRead([] {}));
    EXPECT_EQ(after, peers.back()->SocketLingerTime()) << name;
  }
}

TEST_F(ConnectionLimiterTest, CallsNothingAfterTheEnd) {
  auto a = Reading("a");
  const auto b = Reading("b"), c = Reading("c"), d = Accept("d");
  EXPECT_EQ(PlaceResult::kLater, d->AskToRead(Granted("d")));
  admission_.Close();
  a.reset();
  EXPECT_EQ("", granted_ + ended_);
}

}  // namespace admission_test
}  // namespace structural::http
