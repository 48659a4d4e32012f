"""site_pages.py FOLDER [--playground]: writes the input of MkDocs for hack/ship/site: the pages and mkdocs.yml.

README.md is the first page, and its table of documents is the navigation. A link to a file without a page leads to the
file in the repository. With --playground, the navigation and docs/playground.md lead to playground/index.html, which
FOLDER/docs has already.
"""
import json
import os
import pathlib
import re
import shutil
import sys

import registry_package as package

ROOT = package.ROOT
UNNAMED = re.compile(r"^\| \|(?=.*\n\|-)", re.MULTILINE)  # the head of a table whose first column has no name
LINK = re.compile(r"(\]\()(?!\w+:|#)([^)#\s]+)")
# Corrections of the theme for axe-core's findings: too little contrast, links that differ only by color, parts without
# a name or a key.
STYLE = """\
pre > code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
[data-md-color-scheme=default] { --md-default-fg-color--light: #0009; }
[data-md-color-scheme=slate] { --md-code-hl-constant-color: #b3a6f0; }
.for-screen-readers { position: absolute; clip-path: inset(50%); }
.md-typeset a:not(.headerlink) { text-decoration: underline; }
.md-tabs__link { opacity: 1; }
.md-copyright, .md-copyright a, .md-footer-meta .md-copyright__highlight { color: #fff !important; }
"""
SCRIPT = """\
document.querySelector('.md-search').setAttribute('aria-label', 'Search');
new MutationObserver(() => document.querySelectorAll('.md-typeset__scrollwrap').forEach(table => table.tabIndex = 0))
  .observe(document.querySelector('article'), {childList: true, subtree: true});
document.querySelectorAll('nav[data-md-level]').forEach((nav, i) => {
  nav.removeAttribute('aria-labelledby');
  nav.setAttribute('aria-label', 'Pages ' + i);
});
"""
CONFIG = {
    "site_name": package.NAME,
    "site_description": package.SUMMARY,
    "site_url": package.HOMEPAGE,
    "repo_url": package.HOMEPAGE,
    "use_directory_urls": False,
    "theme": {
        "name": "material", "font": False,
        "features": ["navigation.tabs", "navigation.indexes", "toc.follow", "search.highlight"],
        "palette": [{"media": f"(prefers-color-scheme{scheme})", "scheme": name, "primary": "indigo", "accent": "indigo",
                     "toggle": {"icon": f"material/{icon}", "name": f"Switch to {other} mode"}}
                    for scheme, name, icon, other in (("", "default", "brightness-auto", "light"),
                                                      (": light", "default", "weather-sunny", "dark"),
                                                      (": dark", "slate", "weather-night", "the system's"))],
    },
    "extra_css": ["site.css"],
    "extra_javascript": ["site.js"],
    "plugins": ["search"],
    "markdown_extensions": ["attr_list", "tables", "fenced_code", "pymdownx.highlight", "pymdownx.superfences",
                            {"toc": {"permalink": "#", "permalink_title": "Link to this section"}}],
    "validation": {"links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn",
                             "unrecognized_links": "warn"}, "nav": {"omitted_files": "warn", "not_found": "warn"}},
}


def place(source):
    """Returns the page's name on the site, or None for a file without a page."""
    if source.suffix not in (".md", ".svg", ".json"):
        return None
    if source.parent == ROOT:
        return {"README.md": "index.md"}.get(source.name, source.name) if source.suffix == ".md" else None
    return str(source.relative_to(ROOT / "docs")) if ROOT / "docs" in source.parents else None


def address(source, target):
    """Returns the target of a link on the page of source, for the site."""
    file = pathlib.Path(os.path.normpath(source.parent / target))
    if not file.exists():
        return target  # an unchanged link to a missing file makes MkDocs fail
    if file == ROOT / "docs/decisions":
        file = file / "index.md"
    elif place(file) is None or not file.is_file():
        return package.page(str(file.relative_to(ROOT)), package.hack("version"))
    return os.path.relpath(place(file), os.path.dirname(place(source)) or ".")


def navigation(readme):
    """Returns README.md's table of documents, with each decision below "decisions"."""
    tabs = [{"Home": "index.md"}]
    section = readme.split("\n## Documentation\n")[1].split("\n## ")[0]
    for reader, pages in re.findall(r"^\| (\w[\w ,]+) \| (\[.*) \|$", section, re.MULTILINE):
        entries = []
        for title, target in re.findall(r"\[(.*?)\]\((.*?)\)", pages):
            name = address(ROOT / "README.md", target)
            one = {title[0].upper() + title[1:]: name}
            entries.append({"Decisions": [name, *decisions()]} if target == "docs/decisions" else one)
        tabs.append({reader[0].upper() + reader[1:]: entries})
    return tabs


def decisions():
    return [f"decisions/{file.name}" for file in sorted((ROOT / "docs/decisions").glob("0*.md"))]


def write(folder, playground=False):
    sources = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    sources += [file for file in (ROOT / "docs").rglob("*") if file.is_file() and place(file)]
    for source in sources:
        to = folder / "docs" / place(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = LINK.sub(lambda link: link[1] + address(source, link[2]), source.read_text())
            to.write_text(UNNAMED.sub('| <span class="for-screen-readers">Name</span> |', text))
        else:
            shutil.copyfile(source, to)
    titles = [(name, (ROOT / "docs" / name).read_text().partition("\n")[0].lstrip("# ")) for name in decisions()]
    (folder / "docs/decisions/index.md").write_text(
        "# Decisions\n\n" + "".join(f"- [{title}]({os.path.basename(name)})\n" for name, title in titles))
    (folder / "docs/site.css").write_text(STYLE)
    (folder / "docs/site.js").write_text(SCRIPT)
    config = CONFIG | {"docs_dir": "docs", "nav": navigation((ROOT / "README.md").read_text())}
    if playground:
        config["nav"].append({"Playground": "playground/index.html"})
        page = folder / "docs/playground.md"
        title, rest = page.read_text().split("\n", 1)
        page.write_text(f"{title}\n\n[Open the playground](playground/index.html)\n{rest}")
    (folder / "mkdocs.yml").write_text(json.dumps(config, indent=1))


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), "--playground" in sys.argv[2:])
