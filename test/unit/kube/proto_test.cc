// Tests of answers in protobuf: frames, events, lists and errors. The results must be the same for any division of the
// bytes into blocks.
#include <gtest/gtest.h>

#include "kube/list_splitter.h"
#include "kube/transport/api_error.h"
#include "kube/transport/body.h"
#include "kube/watch.h"
#include "schema/base/proto_object.h"
#include "split_list.h"

namespace structural::kube {
namespace proto_test {

using base::ErrorCode;
using Type = WatchEvent::Type;

std::string Varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string Field(int number, std::string_view bytes) {
  return Varint(static_cast<std::uint64_t>(number) << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}

std::string Number(int number, std::uint64_t value) {
  return Varint(static_cast<std::uint64_t>(number) << 3) + Varint(value);
}

std::string Object(std::string_view api_version, std::string_view kind, std::string_view raw) {
  return std::string(base::kProtoMagic) + Field(1, Field(1, api_version) + Field(2, kind)) + Field(2, raw) +
         Field(3, "") + Field(4, "");
}

std::string Item(std::string_view raw) { return std::string(base::kProtoMagic) + Field(2, raw); }

std::string Frame(std::string_view bytes) {
  const std::size_t size = bytes.size();
  std::string frame;
  for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift);
  return frame + std::string(bytes);
}

TEST(FrameSplitter, FramesComeWholeWhereverTheStreamIsCut) {
  const std::string big(70'000, 'x');
  const std::string stream = Frame("a\n") + Frame("") + Frame(big) + Frame("b");
  for (const size_t piece : {size_t{1}, size_t{2}, size_t{3}, size_t{5}, size_t{65'536}, stream.size()}) {
    std::vector<std::string> frames;
    FrameSplitter splitter(100'000, [&](std::string_view frame) {
      frames.emplace_back(frame);
      return true;
    });
    for (size_t at = 0; at < stream.size(); at += piece) {
      const auto fed = splitter.Feed(std::string_view(stream).substr(at, piece));
      ASSERT_TRUE(fed.ok() && *fed);
    }
    EXPECT_TRUE(splitter.End().ok());
    EXPECT_EQ((std::vector<std::string>{"a\n", "", big, "b"}), frames) << piece;
  }
}

TEST(FrameSplitter, AFrameIsBoundedBeforeItArrives) {
  FrameSplitter splitter(10, [](std::string_view) { return true; });
  const auto fed = splitter.Feed(std::string_view("\0\0\0\x0b", 4));
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, fed.error().code());
}

TEST(FrameSplitter, StopsWhenTheReaderHasEnough) {
  int frames = 0;
  FrameSplitter splitter(10, [&](std::string_view) { return ++frames < 2; });
  const auto fed = splitter.Feed(Frame("a") + Frame("b") + Frame("c"));
  EXPECT_TRUE(fed.ok() && !*fed);
  EXPECT_EQ(2, frames);
}

TEST(FrameSplitter, AnIncompleteFrameAtTheEndIsABrokenConnection) {
  for (const size_t size : {1, 4, 5}) {
    FrameSplitter splitter(10, [](std::string_view) { return true; });
    ASSERT_TRUE(splitter.Feed(Frame("ab").substr(0, size)).ok());
    const base::Status end = splitter.End();
    ASSERT_FALSE(end.ok());
    EXPECT_EQ(ErrorCode::kUnavailable, end.error().code());
  }
}

std::string EventOf(std::string_view type, std::string_view object) {
  return Field(1, type) + Field(2, Field(1, object));
}

TEST(ReadFrame, ReadsEachType) {
  const std::string object = Object("v1", "X", "");
  const std::pair<std::string, Type> types[] = {{"ADDED", Type::kAdded},
                                                {"MODIFIED", Type::kModified},
                                                {"DELETED", Type::kDeleted},
                                                {"BOOKMARK", Type::kBookmark},
                                                {"ERROR", Type::kError}};
  for (const auto& [name, type] : types) {
    const std::string frame = Number(9, 1) + EventOf(name, object);
    const auto event = WatchEventReader::ReadFrame(frame);
    ASSERT_TRUE(event.ok()) << name;
    EXPECT_EQ(type, event->type);
    EXPECT_EQ(object, event->object);
  }
}

TEST(ReadFrame, RefusesOtherBytes) {
  const std::string object = Object("v1", "X", "");
  for (const std::string& frame :
       {std::string(), EventOf("ADDED", ""), EventOf("ADDED", "{}"), EventOf("added", object), EventOf("", object),
        EventOf("\xff", object), Field(1, "ADDED"), Number(1, 5), EventOf("ADDED", object).substr(0, 20),
        std::string(R"({"type":"ADDED","object":{}})")}) {
    const auto event = WatchEventReader::ReadFrame(frame);
    ASSERT_FALSE(event.ok()) << frame;
    EXPECT_EQ(ErrorCode::kInvalidInput, event.error().code());
  }
}

TEST(EndsInitialEvents, ReadsTheAnnotationOfABookmarkInProtobuf) {
  const auto ends = [](Type type, std::string_view key, std::string_view value) {
    const std::string object = Object(
        "v1", "X", Field(1, Field(12, Field(1, "a") + Field(2, "true")) + Field(12, Field(1, key) + Field(2, value))));
    return EndsInitialEvents({type, object});
  };
  EXPECT_TRUE(ends(Type::kBookmark, "k8s.io/initial-events-end", "true"));
  EXPECT_FALSE(ends(Type::kBookmark, "k8s.io/initial-events-end", "false"));
  EXPECT_FALSE(ends(Type::kBookmark, "k8s.io/other", "true"));
  EXPECT_FALSE(ends(Type::kAdded, "k8s.io/initial-events-end", "true"));
  EXPECT_FALSE(EndsInitialEvents({Type::kBookmark, "k8s"}));
}

std::string StatusOf() {
  const std::string details =
      Field(1, "n") + Field(4, Field(1, "R") + Field(2, "M") + Field(3, "f")) + Number(5, 7) + Field(6, "u");
  return Object("v1", "Status",
                Field(1, "") + Field(2, "Failure") + Field(3, "too \xff old") + Field(4, "Expired") +
                    Field(5, details) + Number(6, 410));
}

TEST(ParseApiError, ReadsAStatusInProtobuf) {
  const ApiError error = ParseApiError(500, StatusOf());
  EXPECT_EQ(410, error.status);
  EXPECT_EQ("Expired", error.reason);
  EXPECT_EQ("too \xef\xbf\xbd old", error.message);
  EXPECT_EQ(std::chrono::seconds(7), error.retry_after);
  ASSERT_EQ(1u, error.causes.size());
  EXPECT_EQ("RMf", error.causes[0].reason + error.causes[0].message + error.causes[0].field);
  EXPECT_EQ(ErrorCode::kGone, ToError(error).code());
}

TEST(ParseApiError, OtherBytesInProtobufAreNotShown) {
  for (const std::string& body : {Object("v1", "Pod", ""), std::string(base::kProtoMagic) + "\xff",
                                  StatusOf().substr(0, StatusOf().size() - 20), Object("v1", "Status", "\xff")}) {
    const ApiError error = ParseApiError(404, body);
    EXPECT_EQ(404, error.status);
    EXPECT_EQ("not found", error.message);
  }
}

TEST(ParseApiError, TextsInProtobufAreBounded) {
  const std::string text(100'000, 'x');
  std::string details;
  for (int i = 0; i < 1000; ++i) details += Field(4, Field(1, "R"));
  const ApiError error =
      ParseApiError(500, Object("v1", "Status", Field(3, text) + Field(4, text) + Field(5, details)));
  EXPECT_LT(error.message.size(), 20'000u);
  EXPECT_LT(error.reason.size(), 20'000u);
  EXPECT_LE(error.causes.size(), 100u);
}

const std::string kListMeta = Field(1, Field(1, "") + Field(2, "7") + Field(3, "token") + Number(4, 9));

TEST(ProtoListSplitter, ItemsComeWholeWhereverTheListIsCut) {
  const std::string big(300, 'x');
  for (const std::string& raw : {kListMeta + Field(2, "a") + Field(2, "") + Field(2, big),
                                 Field(2, "a") + Number(3, 300) + Field(2, "") + Varint(8 << 3 | 1) + "12345678" +
                                     kListMeta + Field(2, big) + Varint(9 << 3 | 5) + "1234" + Field(77, "unknown")}) {
    for (const std::string& list :
         {Object("g/v1", "XList", raw), std::string(base::kProtoMagic) + Number(9, 1) + Field(2, raw) +
                                            Field(1, Field(2, "XList") + Field(1, "g/v1"))}) {
      for (size_t piece = 1; piece <= list.size(); ++piece) {
        const SplitOutcome outcome = SplitList(list, piece);
        EXPECT_EQ("", outcome.error) << piece;
        EXPECT_EQ((std::vector<std::string>{Item("a"), Item(""), Item(big)}), outcome.items) << piece;
        EXPECT_EQ("7", outcome.page.resource_version);
        EXPECT_EQ("token", outcome.page.continue_token);
        EXPECT_EQ("XList", outcome.page.kind);
        EXPECT_EQ("g/v1", outcome.page.api_version);
      }
    }
  }
}

TEST(ProtoListSplitter, AStatusInPlaceOfAListIsAnErrorWithItsMessage) {
  const std::string status = StatusOf();
  for (size_t piece = 1; piece <= status.size(); ++piece) {
    const SplitOutcome outcome = SplitList(status, piece);
    EXPECT_EQ("the answer is a Status instead of a list: 410 Expired: too \xef\xbf\xbd old", outcome.error) << piece;
    EXPECT_TRUE(outcome.items.empty());
  }
  EXPECT_EQ("the answer is a Status instead of a list: 200: unexpected answer",
            SplitList(Object("v1", "Status", ""), 1).error);
  EXPECT_NE("", SplitList(status.substr(0, status.size() - 20), 1).error);
  EXPECT_NE("", SplitList(status + Field(2, ""), 1).error);
}

TEST(ProtoListSplitter, MistakesAreFoundWhereverTheListIsCut) {
  const std::string magic(base::kProtoMagic);
  const std::string whole = Object("g/v1", "XList", kListMeta + Field(2, "abc"));
  for (const std::string& list :
       {std::string("k"), std::string("k9s"), magic, magic + Field(1, ""), magic + Field(2, "") + Field(2, ""),
        magic + Number(2, 1), magic + Number(1, 1), magic + Field(2, Number(1, 1)), magic + Field(2, Number(2, 1)),
        magic + Field(2, Field(1, "\xff")),
        magic + Field(2,
                      "\x12\x05"
                      "abc"),
        magic + Field(2, "\x12"), magic + Field(2, std::string(11, '\xff')), magic + Field(2, "\x07\x01"),
        magic + Field(2, std::string(2, '\0')), magic + "\x12" + Varint(5) + Field(2, "ab").substr(0, 3),
        whole.substr(0, whole.size() - 5), magic + Field(1, "\x0a\x05") + Field(2, "")}) {
    for (size_t piece = 1; piece <= list.size() + 1; ++piece) {
      EXPECT_NE("", SplitList(list, piece).error) << testing::PrintToString(list) << " " << piece;
    }
  }
}

TEST(ProtoListSplitter, SizesAreBoundedBeforeTheBytesArrive) {
  const std::string magic(base::kProtoMagic);
  const std::string list = magic + "\x12" + Varint(std::uint64_t{1} << 40);
  for (const std::string& rest : {"\x12" + Varint(kMaxLineBytes + 1), "\x0a" + Varint((1 << 20) + 1)}) {
    ListSplitter splitter([](std::string_view) {});
    const base::Status fed = splitter.Feed(list + rest);
    ASSERT_FALSE(fed.ok());
    EXPECT_EQ(ErrorCode::kLimitExceeded, fed.error().code());
  }
}

TEST(ProtoListSplitter, AStatusIsBoundedBeforeItsBytesArrive) {
  const std::string head = std::string(base::kProtoMagic) + Field(1, Field(2, "Status"));
  ListSplitter splitter([](std::string_view) {});
  const base::Status fed = splitter.Feed(head + "\x12" + Varint((1 << 20) + 1));
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, fed.error().code());
}

TEST(ListSplitter, RefusesProtobufThatWasNotAskedFor) {
  ListSplitter splitter([](std::string_view) { FAIL(); }, kJsonType);
  EXPECT_FALSE(splitter.Feed(Object("g/v1", "XList", Field(2, "a"))).ok() && splitter.End().ok());
}

TEST(IsProtobuf, ReadsTheMediaType) {
  for (const char* type : {"application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf;stream=watch",
                           "Application/Vnd.Kubernetes.Protobuf ; stream=watch"})
    EXPECT_TRUE(IsProtobuf({{"content-type", type}})) << type;
  for (const char* type : {"", "application/json", "application/vnd.kubernetes.protobufs", "application/vnd"})
    EXPECT_FALSE(IsProtobuf({{"Content-Type", type}})) << type;
  EXPECT_FALSE(IsProtobuf({}));
}

}  // namespace proto_test
}  // namespace structural::kube
