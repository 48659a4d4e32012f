"""What a process has used so far, by the kernel's accounts."""
import os
import pathlib
import re

TICKS = os.sysconf("SC_CLK_TCK")


def cpu(pid):
    """Seconds, of all threads, those that have ended too."""
    text = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(text[11]) + int(text[12])) / TICKS


def memory(pid, what="VmRSS"):
    """MiB that are resident; VmHWM: at most so far."""
    return int(re.search(what + r":\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024
