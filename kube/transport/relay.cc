#include "kube/transport/relay.h"

#include <array>
#include <string>

#include <poll.h>

namespace structural::kube {
namespace {

constexpr size_t kRoom = size_t{64} << 10;

// One way of the two.
class Flow {
 public:
  Flow(Channel& from, Channel& to) : from_(from), to_(to) {}

  // True when something could be done.
  bool Step() {
    bool progress = false;
    if (Reads()) {
      std::array<char, 16384> block;
      const Channel::Progress read = from_.Read(block.data(), block.size());
      held_.append(block.data(), read.bytes);
      ended_ = read.over;
      progress = read.over || read.bytes > 0;
    }
    if (Writes()) {
      const Channel::Progress written = to_.Write(held_);
      held_.erase(0, written.bytes);
      broken_ = written.over;
      progress = progress || written.over || written.bytes > 0;
    }
    return progress;
  }

  bool Reads() const { return !ended_ && held_.size() < kRoom; }
  bool Writes() const { return !held_.empty(); }
  bool over() const { return broken_ || (ended_ && held_.empty()); }

 private:
  Channel& from_;
  Channel& to_;
  std::string held_;
  bool ended_ = false;   // nothing more comes
  bool broken_ = false;  // it takes nothing any more
};

short Events(const Flow& reading, const Flow& writing, const Channel& channel) {
  int events = channel.events();
  if (reading.Reads()) events |= POLLIN;
  if (writing.Writes()) events |= POLLOUT;
  return static_cast<short>(events);
}

}  // namespace

void Relay(Channel& a, Channel& b, int stop) {
  Flow there(a, b);
  Flow back(b, a);
  while (!there.over() && !back.over()) {
    const bool one = there.Step();
    const bool other = back.Step();
    if (one || other) continue;
    pollfd files[] = {{a.socket(), Events(there, back, a), 0},
                      {b.socket(), Events(back, there, b), 0},
                      {stop, POLLIN, 0}};
    // A side that only hangs up shows no event that was asked for, and must not spin the loop.
    for (pollfd& file : files) {
      if (file.events == 0) file.fd = -1;
    }
    ::poll(files, 3, -1);
    if (files[2].revents != 0) return;
  }
  a.EndWriting();
  b.EndWriting();
}

}  // namespace structural::kube
