"""Fails on an include edge that hack/layers.txt does not allow.

usage: check_layers.py ROOT
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def parse_contract(text):
    """Returns (rooms: {room: allowed rooms}, headers: {prefix: rooms that own it})."""
    sections, current = {"rooms": {}, "headers": {}}, None
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            current = sections[line.strip("[]")]
        elif line:
            name, _, rest = line.partition(":")
            current[name.strip()] = set(rest.split())
    return sections["rooms"], sections["headers"]


def room_of(path, rooms):
    fits = [r for r in rooms if path == r or path.startswith(r + "/")]
    return max(fits, key=len, default=None)


def violations_in(path, text, rooms, headers):
    """Yields one message for each forbidden include in the file at path (relative to the root)."""
    room = room_of(path, rooms)
    top_folders = {r.split("/")[0] for r in rooms}
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(2)
        owner = next((p for p in headers if target.startswith(p)), None)
        if owner and room not in headers[owner]:
            allowed = ", ".join(sorted(headers[owner])) or "no room"
            yield f"{path}:{number}: {room} includes <{target}>, which only {allowed} may"
        if match.group(1) == '"' and target.split("/")[0] in top_folders:
            to = room_of(target, rooms)
            if to is None:
                yield f"{path}:{number}: {target} is in no room of hack/layers.txt"
            elif to != room and to not in rooms[room]:
                yield f"{path}:{number}: {room} may not include {to} ({target})"
        elif match.group(1) == '"':
            yield f"{path}:{number}: \"{target}\" is not a path from the top folder"


def main(root):
    root = pathlib.Path(root)
    rooms, headers = parse_contract((root / "hack/layers.txt").read_text())
    found, files = [], 0
    for top in sorted({r.split("/")[0] for r in rooms}):
        for file in sorted(root.glob(f"{top}/**/*")):
            if file.suffix not in (".h", ".cc"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            if room_of(path, rooms) is None:
                found.append(f"{path}: is in no room of hack/layers.txt")
                continue
            found += violations_in(path, file.read_text(), rooms, headers)
    print("\n".join(found) or f"{files} files keep the layer contract")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
