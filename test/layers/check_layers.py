"""Checks includes between folders. Fails on an include that hack/layers.txt does not allow, on an
allowed include that no file uses, and on more folders, layers or allowed includes than the limits.

usage: check_layers.py ROOT [--figures]
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
NAMESPACE = re.compile(r'^namespace structural::(\w+)[\w:]* \{\n+(?!(?:class|struct|enum class) \w+;)', re.M)
# {folder: namespaces that its files may use, although no folder of their path has that name}. The public header of
# schema/expressions declares CEL expressions and CEL values in the namespace cel.
OTHER_NAMESPACES = {"schema/expressions": {"cel"}}
DRAWN = re.compile(r"^ ?(\d+)  ([a-z/ ]+)$", re.M)
MOST_ROOMS, MOST_FLOORS, MOST_ARROWS = 36, 10, 220


class Contract:
    """The contract in hack/layers.txt. A room is a folder with its own library. An arrow permits a room to include
    another one. Arrows after '|' permit includes only in the sources of a room, not in its headers."""

    def __init__(self, text):
        self.public, self.private, self.folders, self.headers, self.about = {}, {}, {}, {}, {}
        section, comment = None, ""
        for line in text.splitlines():
            line = line.strip()
            name, _, rest = re.sub(r"#.*", "", line).partition("=" if section == "folders" else ":")
            name = name.strip()
            if line.startswith("["):
                section = line.strip("[]")
            elif not name:
                comment = line.lstrip("# ")
                continue
            elif section == "rooms":
                public, _, private = rest.partition("|")
                self.public[name], self.private[name] = set(public.split()), set(private.split())
                self.about[name] = comment
            else:
                getattr(self, section)[name] = rest.split()
            comment = ""

    def arrows(self, room):
        return self.public[room] | self.private[room]

    def room_of(self, path):
        return max((room for room in self.public if path.startswith(room + "/")), key=len, default=None)

    def folder_of(self, path, room):
        """Returns the position of the file's folder in the order of its room's folders. Folders that the order
        does not list count as the room itself."""
        order, rest = self.folders.get(room, ["."]), path[len(room) + 1:].split("/")
        folder = rest[0] if len(rest) > 1 and rest[0] in order else "."
        return order.index(folder)

    def floors(self):
        """Returns {room: its floor}. A room without arrows is on floor 1, another one above all rooms that it includes.
        Raises RecursionError if the arrows form a cycle."""
        floors = {}

        def floor(room):
            if room not in floors:
                floors[room] = 1 + max(map(floor, self.arrows(room)), default=0)
            return floors[room]
        for room in self.public:
            floor(room)
        return floors


def parse_contract(text):
    """Returns ({room: the rooms that it may include}, {prefix of a header: the folders that own it})."""
    contract = Contract(text)
    return {room: contract.arrows(room) for room in contract.public}, contract.headers


def is_command(room):
    return room.startswith("cli/") and room not in ("cli/shared", "cli/report")


def violations_in(path, text, contract, used=None):
    """Yields one message for each forbidden include in the file at path (relative to the root). Adds
    (room, included room, whether a header includes it) to `used`."""
    room = contract.room_of(path)
    used = set() if used is None else used
    for match in NAMESPACE.finditer(text):
        if match[1] not in {*path.split("/")[:-1]} | OTHER_NAMESPACES.get(room, set()):
            yield f"{path}: the namespace structural::{match[1]} is named like no folder of the file"
    top_folders = {name.split("/")[0] for name in contract.public}
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(2)
        owner = next((p for p in contract.headers if target.startswith(p)), None)
        if owner and not any(path.startswith(folder + "/") for folder in contract.headers[owner]):
            allowed = ", ".join(contract.headers[owner]) or "no room"
            yield f"{path}:{number}: {room} includes <{target}>, which only {allowed} may"
        if match.group(1) == "<":
            continue
        if target.split("/")[0] not in top_folders:
            yield f"{path}:{number}: \"{target}\" is not a path from the top folder"
            continue
        to = contract.room_of(target)
        if to is None:
            yield f"{path}:{number}: {target} is in no room of hack/layers.txt"
        elif to == room:
            if contract.folder_of(target, room) > contract.folder_of(path, room):
                yield f"{path}:{number}: {target} is above it in the folders of {room}"
        elif to not in contract.arrows(room):
            yield f"{path}:{number}: {room} may not include {to} ({target})"
        else:
            used.add((room, to, path.endswith(".h")))
            if path.endswith(".h") and to in contract.private[room]:
                yield f"{path}:{number}: only sources of {room} may include {to} ({target})"


def unused_in(contract, used):
    for room in contract.public:
        for to in sorted(contract.public[room]):
            if (room, to, True) not in used:
                what = "no header" if (room, to, False) in used else "no file"
                yield f"hack/layers.txt: {what} of {room} includes {to}"
        for to in sorted(contract.private[room]):
            if (room, to, False) not in used:
                yield f"hack/layers.txt: no source of {room} includes {to}"


def violations_in_drawing(contract, text):
    """Yields the differences between the floors in the text of docs/architecture.md and those of hack/layers.txt."""
    drawn = {room: int(floor) for floor, rooms in DRAWN.findall(text) for room in rooms.split()}
    for room, floor in contract.floors().items():
        if drawn.pop(room, None) != floor:
            yield f"docs/architecture.md: {room} is on floor {floor}"
    yield from (f"docs/architecture.md: {room} is no room" for room in drawn)


def violations_of(contract):
    """Yields the problems of hack/layers.txt itself."""
    for room in contract.public:
        if not contract.about[room].endswith("."):
            yield f"hack/layers.txt: the line before {room} must say what the room is, in a sentence"
        for to in sorted(contract.arrows(room)):
            if to not in contract.public:
                yield f"hack/layers.txt: {room} may include {to}, which is no room"
            elif is_command(room) and is_command(to):
                yield f"hack/layers.txt: the command {room} may not include the command {to}"
    rooms, arrows = len(contract.public), sum(len(contract.arrows(room)) for room in contract.public)
    try:
        floors = max(contract.floors().values())
    except (RecursionError, KeyError):
        yield "hack/layers.txt: the arrows form a cycle or lead nowhere"
        return
    for what, number, most in (("rooms", rooms, MOST_ROOMS), ("floors", floors, MOST_FLOORS), ("arrows", arrows, MOST_ARROWS)):
        if number > most:
            yield f"hack/layers.txt: {number} {what}, more than {most}"


def main(root, figures=False):
    root = pathlib.Path(root)
    contract = Contract((root / "hack/layers.txt").read_text())
    found, used, files = list(violations_of(contract)), set(), 0
    for top in sorted({room.split("/")[0] for room in contract.public}):
        for file in sorted(root.glob(f"{top}/**/*")):
            if file.suffix not in (".h", ".cc"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            if contract.room_of(path) is None:
                found.append(f"{path}: is in no room of hack/layers.txt")
            else:
                found += violations_in(path, file.read_text(), contract, used)
    found += unused_in(contract, used)
    found += violations_in_drawing(contract, (root / "docs/architecture.md").read_text())
    print("\n".join(found) or f"{files} files keep the layer contract")
    if figures:
        arrows = sum(len(contract.arrows(room)) for room in contract.public)
        print(f"{len(contract.public)} rooms, {max(contract.floors().values())} floors, {arrows} arrows")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--figures" in sys.argv))
