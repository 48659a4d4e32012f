#include <array>
#include <string>

#include <poll.h>

#include "kube/transport/channel.h"
#include "kube/transport/receive_window.h"

namespace structural::kube {
namespace {

constexpr size_t kRoom = size_t{64} << 10;
// Interval of checks whether reading may continue after a pause.
constexpr int kPauseMs = 5;

// Copies one direction.
class Flow {
 public:
  Flow(Channel& from, Channel& to, ReceiveWindow* window) : from_(from), to_(to), window_(window), answers_(window) {}

  // Returns whether a byte was read or written.
  bool Step() {
    bool progress = false;
    if (Reads()) {
      std::array<char, 16384> block;
      const Channel::Progress read = from_.Read(block.data(), block.size());
      held_.append(block.data(), read.bytes);
      ended_ = read.over;
      broken_ = window_ != nullptr && !answers_.Add({block.data(), read.bytes});
      progress = read.over || read.bytes > 0;
    }
    if (!broken_ && Writes()) {
      const Channel::Progress written = to_.Write(held_);
      held_.erase(0, written.bytes);
      broken_ = written.over;
      progress = progress || written.over || written.bytes > 0;
    }
    return progress;
  }

  // Updates the pause until the next call, so that poll()'s events and its timeout agree.
  void UpdatePause() { paused_ = window_ != nullptr && window_->paused(); }
  bool Paused() const { return paused_; }
  bool Reads() const { return !ended_ && held_.size() < kRoom && !Paused(); }
  bool Writes() const { return !held_.empty(); }
  bool over() const { return broken_ || (ended_ && held_.empty()); }

 private:
  Channel& from_;
  Channel& to_;
  ReceiveWindow* const window_;
  AnswerCounter answers_;
  std::string held_;
  bool paused_ = false;
  bool ended_ = false;   // end of input
  bool broken_ = false;  // the target accepts no data
};

short Events(const Flow& reading, const Flow& writing, const Channel& channel) {
  int events = channel.events();
  if (reading.Reads()) events |= POLLIN;
  if (writing.Writes()) events |= POLLOUT;
  return static_cast<short>(events);
}

}  // namespace

void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window) {
  Flow there(a, b, nullptr);
  Flow back(b, a, window);
  while (!there.over() && !back.over()) {
    back.UpdatePause();
    const bool one = there.Step();
    const bool other = back.Step();
    if (one || other) continue;
    pollfd files[] = {
        {a.socket(), Events(there, back, a), 0}, {b.socket(), Events(back, there, b), 0}, {stop, POLLIN, 0}};
    // A closed peer without requested events must not keep the loop spinning.
    for (pollfd& file : files) {
      if (file.events == 0) file.fd = -1;
    }
    ::poll(files, 3, back.Paused() ? kPauseMs : -1);
    if (files[2].revents != 0) return;
  }
  a.EndWriting();
  b.EndWriting();
}

}  // namespace structural::kube
