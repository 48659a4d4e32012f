"""Runs a process under the memory limit of its manifest, and measures its memory and CPU time."""
import os
import pathlib
import subprocess
import tempfile

CGROUPS = pathlib.Path("/sys/fs/cgroup")
CONTROLLER_MIB, WEBHOOK_MIB = 128, 256  # memory limits of the controller and of the webhook in manifests/, in MiB


def memory_group(mib):
    """Returns a new memory cgroup with this limit, or None if cgroups cannot be created."""
    for parent, limit in ((CGROUPS / "memory", "memory.limit_in_bytes"), (CGROUPS, "memory.max")):
        try:
            group = pathlib.Path(tempfile.mkdtemp(prefix="structural-", dir=parent))
        except OSError:
            continue
        if (group / limit).exists():
            (group / limit).write_text(str(mib << 20))
            return group
        group.rmdir()
    return None


class Confined(subprocess.Popen):
    """A process that the kernel kills if it needs more than `mib` MiB of memory. Without the right to create cgroups,
    the process has no limit, but its maximum memory is measured."""

    def __init__(self, command, mib, **options):
        self.group = memory_group(mib)
        super().__init__(command, preexec_fn=self.enter if self.group else None, **options)

    def enter(self):
        (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def status(self, field):
        text = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return next(line.split()[1] for line in text.splitlines() if line.startswith(field + ":"))

    def peak_mib(self):
        """Returns the maximum resident memory of the running process, in MiB."""
        return int(self.status("VmHWM")) / 1024

    def cpu_seconds(self):
        """Returns the CPU seconds, user and system, of the running process."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def scheduled(self):
        """Returns (seconds for which the current threads of the process had a CPU, seconds for which they
        waited for one)."""
        tasks = pathlib.Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        times = [list(map(int, task.read_text().split()[:2])) for task in tasks]
        return tuple(sum(time) / 1e9 for time in zip(*times))

    def measured(self):
        """Returns (whether the process runs, its maximum resident memory in MiB, *scheduled()). All numbers
        are 0 if the process has ended."""
        try:
            return self.poll() is None, self.peak_mib(), *self.scheduled()
        except (OSError, StopIteration, ValueError):  # the process has ended between poll() and the other reads
            return False, 0, 0, 0

    def __exit__(self, *exception):
        if self.poll() is None:
            self.kill()
        super().__exit__(*exception)
        if self.group:
            self.group.rmdir()
