"""Reads the resources that a process has used so far from /proc."""
import os
import pathlib
import re

TICKS = os.sysconf("SC_CLK_TCK")


def cpu(pid):
    """Returns the CPU seconds of all threads of the process, including threads that have ended."""
    text = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(text[11]) + int(text[12])) / TICKS


def memory(pid, what="VmRSS"):
    """Returns the resident memory in MiB. `what` names the figure: VmHWM is the maximum so far."""
    return int(re.search(what + r":\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024
