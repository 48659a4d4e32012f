"""Detects whether a program was built with AddressSanitizer or ThreadSanitizer, which need additional memory."""
import subprocess


def sanitized(program):
    libraries = subprocess.run(["ldd", program], capture_output=True).stdout
    return b"libasan" in libraries or b"libtsan" in libraries
