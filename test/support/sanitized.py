"""Whether a program was built with AddressSanitizer or ThreadSanitizer: its memory says nothing of what is needed."""
import subprocess


def sanitized(program):
    libraries = subprocess.run(["ldd", program], capture_output=True).stdout
    return b"libasan" in libraries or b"libtsan" in libraries
