"""Runs structural fix --write on a full disk, on files that cannot be replaced, and at the same time as other writers.
Also kills it. Each file must then have its old text or its complete new text, and the changes of other writers. usage:
full_disk_attack.py --structural PATH [--long]

Runs on a tmpfs of 2 MiB in a mount namespace of its own. If that is not possible, a limit on the
size of files replaces the full disk."""
import argparse
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from crd_text import crd_head  # noqa: E402

DISK = 2 << 20
NOBODY = 65534
OLD = crd_head("widgets", "Widget") + "".join(f"          p{i:04}:  # one of many\n            properties: {{}}\n" for i in range(3000))
FOREIGN = OLD.replace("one of many", "by another")
KINDS = ("plain", "symlink", "hard link", "closed folder", "sticky folder")
ENDS = ("full", "full", "SIGKILL", "SIGTERM", "renamed", "written")


class Run:
    def __init__(self, structural, folder, dice, mounted):
        self.structural, self.folder, self.dice, self.mounted = structural, folder, dice, mounted
        # The user that runs the program. NOBODY replaces root; None is the current user.
        self.other = NOBODY if os.geteuid() == 0 else None
        self.seconds = 0.1
        self.new, self.new_foreign = (self.fixed(text) for text in (OLD, FOREIGN))
        self.whole = {OLD.encode(): "old", self.new: "new", FOREIGN.encode(): "foreign", self.new_foreign: "foreign, fixed"}
        self.left, self.bad = 0, []

    def fixed(self, text):
        return subprocess.run([self.structural, "fix", "--allow", "typed", "--write", "-q", "-"], input=text.encode(),
                              capture_output=True, check=True).stdout

    def make(self, kind):
        """Makes a file and its folder, of a kind such as "hard link" or "closed folder". Returns the folder, the path
        that the command fixes, and the file to which the path leads, possibly through a link."""
        place = self.folder / "place"
        place.mkdir(mode=0o777)
        place.chmod(0o777)
        file = place / "crd.yaml"
        file.write_text(OLD)
        path = file
        if self.other is not None and kind != "sticky folder":
            os.chown(file, self.other, self.other)
        if kind == "symlink":
            path = place / "link.yaml"
            path.symlink_to(file.name)
        elif kind == "hard link":
            os.link(file, place / "twin.yaml")
        elif kind == "closed folder":
            place.chmod(0o555)
        elif kind == "sticky folder":
            file.chmod(0o666)
            place.chmod(0o1777)
        return place, path, file

    def prepare(self, limit):
        def in_child():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            if self.other is not None:
                os.setgroups([])
                os.setgid(self.other)
                os.setuid(self.other)
        return in_child

    def change(self, how, place, file):
        text = FOREIGN.encode()
        if how == "renamed":
            other = place / "theirs"
            other.write_bytes(text)
            os.replace(other, file)
        else:
            fd = os.open(file, os.O_WRONLY | os.O_TRUNC)
            os.write(fd, text)
            os.close(fd)

    def once(self, kind, end):
        place, path, file = self.make(kind)
        limit = None
        if end == "full" and self.mounted:
            (self.folder / "ballast").write_bytes(b"x" * max(0, self.free() - self.dice.randrange(len(self.new) + 20000)))
        elif end == "full":
            limit = self.dice.randrange(len(self.new) + 20000)
        command = [self.structural, "fix", "--allow", "typed", "--write", "-q", str(path)]
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=self.prepare(limit))
        if end != "full":
            time.sleep(self.dice.random() * 1.2 * self.seconds)
        if end.startswith("SIG"):
            process.send_signal(getattr(signal, end))
        elif end != "full":
            self.change(end, place, file)
        said = process.communicate(timeout=60)[1].decode()
        if end == "full":
            self.seconds = 0.9 * self.seconds + 0.1 * (time.monotonic() - began)
        self.check_file(kind, end, place, file, process.returncode, said)
        place.chmod(0o777)
        shutil.rmtree(place)
        (self.folder / "ballast").unlink(missing_ok=True)

    def check_file(self, kind, end, place, file, code, said):
        text = self.whole.get(file.read_bytes(), "damaged")
        changed = end in ("renamed", "written")
        allowed = {"foreign", "foreign, fixed"} if changed else {"old", "new"}
        if kind in ("hard link", "closed folder", "sticky folder") and not changed and self.refuses(kind):
            allowed = {"old"}
        row = f"{kind}, {end}: ends with {code}"
        if text not in allowed:
            self.bad.append(f"{row}, and the file is {text}: {said[-200:]}")
        if kind == "hard link" and end != "renamed" and (place / "twin.yaml").read_bytes() != file.read_bytes():
            self.bad.append(f"{row}, and the two names have two texts")
        if code == 0 and text == "old" and not changed:
            self.bad.append(f"{row}, and nothing is written")
        if code > 0 and not said:
            self.bad.append(f"{row}, and nothing is said")
        beside = [p for p in place.iterdir() if p.name.startswith(".")]
        self.left += len(beside)
        for one in beside:
            if end != "SIGKILL" or one.read_bytes() not in self.whole:
                self.bad.append(f"{row}, and leaves {one.name}, of {one.stat().st_size} bytes")

    def refuses(self, kind):
        return kind == "hard link" or self.other is not None or kind == "closed folder" and os.geteuid() != 0

    def free(self):
        disk = os.statvfs(self.folder)
        return disk.f_bavail * disk.f_bsize


def enter(arguments):
    """Runs this script again in a new mount namespace with a small disk. Returns its exit code, or None if the system
    does not allow such a namespace."""
    flags = ["-m"] if os.geteuid() == 0 else ["-Urm"]
    script = f"mount -t tmpfs -o size={DISK},mode=755 tmpfs \"$1\" && shift && exec \"$@\""
    folder = tempfile.mkdtemp(prefix="structural-disk-")
    try:
        tried = subprocess.run(["unshare", *flags, "sh", "-c", script, "sh", folder, "true"], capture_output=True)
        if tried.returncode != 0:
            return None
        command = [sys.executable, __file__, "--structural", arguments.structural, "--disk", folder]
        command += ["--long"] if arguments.long else []
        return subprocess.run(["unshare", *flags, "sh", "-c", script, "sh", folder, *command]).returncode
    except FileNotFoundError:
        return None
    finally:
        os.rmdir(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--disk", help="a small file system that is mounted for this run only")
    arguments = parser.parse_args()
    arguments.structural = str(pathlib.Path(arguments.structural).resolve())
    if not arguments.disk:
        code = enter(arguments)
        if code is not None:
            sys.exit(code)
    seed = random.randrange(1 << 32)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        structural = shutil.copy(arguments.structural, folder)  # a copy that another user may execute
        place = pathlib.Path(arguments.disk or tempfile.mkdtemp(dir=folder))
        place.chmod(0o755)
        run = Run(structural, place, random.Random(seed), bool(arguments.disk))
        count = 1020 if arguments.long else 30
        for i in range(count):
            run.once(KINDS[i % len(KINDS)], ENDS[i // len(KINDS) % len(ENDS)])
    print("\n".join(run.bad) or "no file is damaged, nothing that others wrote is lost")
    print(f"{count} runs, seed {seed}, {run.left} files left by SIGKILL, {'a disk' if run.mounted else 'files'} of limited size")
    sys.exit(1 if run.bad else 0)


main()
