"""update.py GO [--check]: does the work of hack/update/upstream."""
import re
import sys

import references


def resolved(go):
    """Returns the table {reference: rows}, and messages about names that were not found."""
    reader = references.Reader(*references.fetched(go, references.modules()))
    table, wrong = {}, []
    for reference, places in references.references().items():
        rows, missing = reader.resolve(reference)
        table[reference] = rows
        if missing or not rows:
            wrong.append(f"{', '.join(places)}: {reference}\n  not found: {' '.join(missing) or 'anything'}")
    return table, wrong


def changed(before, after):
    """Returns {(state, module, file, name): references} of the declarations in `before` that are "gone" or "changed" in
    `after`."""
    now = {row[:3]: row[3] for rows in after.values() for row in rows}
    seen = {}
    for reference, rows in before.items():
        for row in rows:
            state = "gone" if row[:3] not in now else "changed" if now[row[:3]] != row[3] else None
            if state:
                seen.setdefault((state, *row[:3]), []).append(reference)
    return seen


def comparable(table):
    """Returns the table without the texts of Go's library, which depend on the machine's Go."""
    return re.sub(r"(?m)^(  std .*) \w+$", r"\1", table)


def main():
    go, arguments = sys.argv[1], sys.argv[2:]
    table, wrong = resolved(go)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        print(f"upstream: {len(wrong)} references name what does not exist", file=sys.stderr)
        return 1
    text = references.write_table(table)
    if arguments == ["--check"]:
        same = references.TABLE.exists() and comparable(references.TABLE.read_text()) == comparable(text)
        print("the table is up to date" if same else "the table differs: hack/update/upstream writes it", file=sys.stderr)
        return 0 if same else 1
    references.TABLE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
