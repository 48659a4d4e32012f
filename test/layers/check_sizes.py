"""Fails on a source, C++, Go or Python, and on a C++ function, with more lines than the limits below.

usage: check_sizes.py ROOT
"""
import pathlib
import re
import sys

from check_layers import parse_contract

MOST_LINES_OF_FILE = 600
MOST_LINES_OF_FUNCTION = 80
CPP = ('.cc', '.h')
# Matches comments and literals, whose braces do not begin blocks.
TEXT = re.compile(r'''R"([^(\s]*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+\'''', re.S)
DIRECTIVE = re.compile(r'^\s*#(?:[^\n]*\\\n)*[^\n]*', re.M)
# Matches the beginning of a block that is not a function.
OTHER = re.compile(r'^\s*(?:template\s*<.*?>\s*)?(?:(?:inline|constexpr|static|const|typedef)\s+)*(?:namespace|class|struct|enum|union|extern)\b|=\s*$', re.S)


def code_of(source):
    """Returns the source with spaces in place of comments, literals and directives. The number of lines
    stays the same."""
    def spaces(match):
        return re.sub(r'[^\n]', ' ', match[0])
    return DIRECTIVE.sub(spaces, TEXT.sub(spaces, source))


def functions_in(source):
    """Yields (first line, number of lines, head) of each function, except for functions inside another
    one."""
    code = code_of(source)
    blocks, head, function = [], 0, None
    for match in re.finditer(r'[{};]', code):
        at, sign = match.span()[0], match[0]
        if sign == '{':
            text = code[head:at]
            blocks.append(head + len(text) - len(text.lstrip()))
            if function is None and '(' in text and not OTHER.search(text):
                function = len(blocks)
        elif sign == '}' and blocks:
            begin = blocks.pop()
            if function == len(blocks) + 1:
                function = None
                first = code.count('\n', 0, begin) + 1
                yield first, code.count('\n', begin, at) + 1, source.splitlines()[first - 1].strip()
        head = at + 1


def violations_in(path, source):
    lines = source.count('\n')
    if lines > MOST_LINES_OF_FILE:
        yield f'{path}: {lines} lines, more than {MOST_LINES_OF_FILE}'
    for first, size, head in functions_in(source) if path.endswith(CPP) else ():
        if size > MOST_LINES_OF_FUNCTION:
            yield f'{path}:{first}: a function of {size} lines, more than {MOST_LINES_OF_FUNCTION}: {head}'


def main(root):
    root = pathlib.Path(root)
    found, files = [], 0
    rooms, _ = parse_contract((root / 'hack/layers.txt').read_text())
    folders = sorted({room.split('/')[0] for room in rooms} | {'hack', 'test'})
    for file in sorted(file for folder in folders for file in root.glob(f'{folder}/**/*')):
        if file.suffix in (*CPP, '.go', '.py') and 'cases' not in file.parts:
            files += 1
            found += violations_in(file.relative_to(root).as_posix(), file.read_text())
    print('\n'.join(found) or f'{files} files keep the sizes')
    return 1 if found or not files else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
