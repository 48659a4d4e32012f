// The program that ships runs with glibc 2.28 and later, though it is linked with a newer one. Static.cmake links with
// --wrap=NAME for each OLD and NEW row here, so that every reference to NAME, also one in an archive of Debian, is a
// reference to __wrap_NAME:
//   OLD  glibc has NAME under an older symbol version, too: the row binds to that one
//   NEW  glibc 2.28 lacks NAME: the row replaces it
// The test static.program fails for a name without a row. pthread_create needs none: cli/crash.cc defines it.
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#define VERSION(x86_64, aarch64) x86_64
#define JUMP(name) "jmp *" name "@GOTPCREL(%rip)\n"
#elif defined(__aarch64__)
#define VERSION(x86_64, aarch64) aarch64
#define JUMP(name) "adrp x16, :got:" name "\nldr x16, [x16, :got_lo12:" name "]\nbr x16\n"
#endif

// Defines __wrap_NAME as a jump to the old version of NAME. A jump passes all arguments unchanged.
#define OLD(name, x86_64, aarch64) \
  asm(".symver old_" #name ", " #name "@GLIBC_" VERSION(x86_64, aarch64) "\n" \
      ".pushsection .text.__wrap_" #name ", \"ax\", %progbits\n"       \
      ".globl __wrap_" #name "\n"                                       \
      ".hidden __wrap_" #name "\n"                                      \
      ".type __wrap_" #name ", %function\n"                             \
      "__wrap_" #name ":\n" JUMP("old_" #name)                          \
      ".popsection\n");
#define NEW(type, name) extern "C" type __wrap_##name

OLD(__pthread_key_create, "2.2.5", "2.17")
OLD(dladdr, "2.2.5", "2.17")
OLD(dlclose, "2.2.5", "2.17")
OLD(dlerror, "2.2.5", "2.17")
OLD(dlopen, "2.2.5", "2.17")
OLD(dlsym, "2.2.5", "2.17")
OLD(pthread_attr_getguardsize, "2.2.5", "2.17")
OLD(pthread_attr_getstack, "2.2.5", "2.17")
OLD(pthread_attr_getstacksize, "2.2.5", "2.17")
OLD(pthread_attr_setstacksize, "2.2.5", "2.17")
OLD(pthread_condattr_setclock, "2.3.3", "2.17")
OLD(pthread_detach, "2.2.5", "2.17")
OLD(pthread_getattr_default_np, "2.18", "2.18")
OLD(pthread_getattr_np, "2.2.5", "2.17")
OLD(pthread_getspecific, "2.2.5", "2.17")
OLD(pthread_join, "2.2.5", "2.17")
OLD(pthread_key_create, "2.2.5", "2.17")
OLD(pthread_key_delete, "2.2.5", "2.17")
OLD(pthread_kill, "2.2.5", "2.17")
OLD(pthread_once, "2.2.5", "2.17")
OLD(pthread_rwlock_destroy, "2.2.5", "2.17")
OLD(pthread_rwlock_init, "2.2.5", "2.17")
OLD(pthread_rwlock_rdlock, "2.2.5", "2.17")
OLD(pthread_rwlock_unlock, "2.2.5", "2.17")
OLD(pthread_rwlock_wrlock, "2.2.5", "2.17")
OLD(pthread_setattr_default_np, "2.18", "2.18")
OLD(pthread_setspecific, "2.2.5", "2.17")
OLD(pthread_sigmask, "2.2.5", "2.17")

namespace {

// Functions that glibc 2.28 lacks. A function is null if the program runs with a glibc that lacks it.
struct Newer {
  int (*clockwait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
  int (*find_object)(void*, dl_find_object*);
  int (*addclosefrom)(posix_spawn_file_actions_t*, int);
} newer;

template <class Function>
void Find(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

timespec Now(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now;
}

constexpr long kSecond = 1'000'000'000;

}  // namespace

// glibc 2.34 and later run a program's constructors. An older glibc only calls the function that the program passes to
// it, which must run the constructors.
extern "C" {
extern void (*__init_array_start[])(int, char**, char**) __attribute__((visibility("hidden")));
extern void (*__init_array_end[])(int, char**, char**) __attribute__((visibility("hidden")));
void _init();

static void Construct(int argc, char** argv, char** environment) {
  Find(newer.clockwait, "pthread_cond_clockwait");
  Find(newer.find_object, "_dl_find_object");
  Find(newer.addclosefrom, "posix_spawn_file_actions_addclosefrom_np");
  _init();
  for (auto constructor = __init_array_start; constructor != __init_array_end; ++constructor) {
    (*constructor)(argc, argv, environment);
  }
}

int StartMain(int (*main)(int, char**, char**), int argc, char** argv, decltype(Construct)* init, void (*fini)(),
              void (*rtld_fini)(), void* stack_end);
asm(".symver StartMain, __libc_start_main@GLIBC_" VERSION("2.2.5", "2.17"));
}

NEW(int, __libc_start_main)
(int (*main)(int, char**, char**), int argc, char** argv, decltype(Construct)*, void (*)(), void (*rtld_fini)(),
 void* stack_end) {
  return StartMain(main, argc, argv, Construct, nullptr, rtld_fini, stack_end);
}

// This variable stays false, so libstdc++ always uses atomic operations, which a program with several threads needs.
extern "C" {
extern char __wrap___libc_single_threaded;
char __wrap___libc_single_threaded = 0;
}

NEW(int, stat)(const char* path, struct stat* to) { return syscall(SYS_newfstatat, AT_FDCWD, path, to, 0); }

NEW(int, lstat)(const char* path, struct stat* to) {
  return syscall(SYS_newfstatat, AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}

NEW(int, fstatat)(int folder, const char* path, struct stat* to, int flags) {
  return syscall(SYS_newfstatat, folder, path, to, flags);
}

NEW(int, fstat)(int file, struct stat* to) { return syscall(SYS_fstat, file, to); }

NEW(int, fstat64)(int file, struct stat* to) { return syscall(SYS_fstat, file, to); }

NEW(pid_t, gettid)() { return syscall(SYS_gettid); }

NEW(std::uint32_t, arc4random)() {
  std::uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
    if (errno != EINTR) {
      std::abort();
    }
  }
  return number;
}

// Waits by the wall clock if glibc lacks the function. This clock can be changed during a wait, so each wait ends after
// at most a second, as a spurious wakeup. Callers of a condition variable must expect these.
NEW(int, pthread_cond_clockwait)
(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (newer.clockwait != nullptr) {
    return newer.clockwait(condition, mutex, clock, until);
  }
  const timespec now = Now(clock);
  const bool far = until->tv_sec > now.tv_sec + 1;
  long left = far ? kSecond : (until->tv_sec - now.tv_sec) * kSecond + until->tv_nsec - now.tv_nsec;
  if (left <= 0) {
    return ETIMEDOUT;
  }
  timespec end = Now(CLOCK_REALTIME);
  left += end.tv_nsec;
  end.tv_sec += left / kSecond;
  end.tv_nsec = left % kSecond;
  const int result = pthread_cond_timedwait(condition, mutex, &end);
  return result == ETIMEDOUT && far ? 0 : result;
}

// Sets `to` to the tables with which a throw unwinds the stack at `address`. Returns 0, or -1 without tables.
NEW(int, _dl_find_object)(void* address, dl_find_object* to) {
  if (newer.find_object != nullptr) {
    return newer.find_object(address, to);
  }
  struct Search {
    ElfW(Addr) address;
    dl_find_object* to;
  } search{reinterpret_cast<ElfW(Addr)>(address), to};
  const auto visit = [](dl_phdr_info* object, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    const ElfW(Phdr)* tables = nullptr;
    bool inside = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = object->dlpi_phdr[i];
      const ElfW(Addr) start = object->dlpi_addr + segment.p_vaddr;
      inside = inside || (segment.p_type == PT_LOAD && wanted.address - start < segment.p_memsz);
      tables = segment.p_type == PT_GNU_EH_FRAME ? &segment : tables;
    }
    if (!inside || tables == nullptr) {
      return 0;
    }
    *wanted.to = {};
    wanted.to->dlfo_eh_frame = reinterpret_cast<void*>(object->dlpi_addr + tables->p_vaddr);
    return 1;
  };
  return dl_iterate_phdr(visit, &search) == 1 ? 0 : -1;
}

// Adds actions that close the files from number `from` on that are open now. Files that another thread opens later need
// no action, because they have O_CLOEXEC.
NEW(int, posix_spawn_file_actions_addclosefrom_np)(posix_spawn_file_actions_t* actions, int from) {
  if (newer.addclosefrom != nullptr) {
    return newer.addclosefrom(actions, from);
  }
  DIR* open = opendir("/proc/self/fd");
  if (open == nullptr) {
    return errno;
  }
  int error = 0;
  for (const dirent* entry = readdir(open); entry != nullptr && error == 0; entry = readdir(open)) {
    const int file = std::atoi(entry->d_name);  // std::atoi returns 0 for "." and ".."
    if (file >= from && file > STDERR_FILENO) {
      error = posix_spawn_file_actions_addclose(actions, file);
    }
  }
  closedir(open);
  return error;
}
