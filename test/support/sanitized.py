"""Whether a program was built with AddressSanitizer: it keeps what is freed, and says nothing of the memory that is needed."""
import subprocess


def sanitized(program):
    return b"libasan" in subprocess.run(["ldd", program], capture_output=True).stdout
