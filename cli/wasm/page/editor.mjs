// Editor: a text editor that underlines findings.
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {yaml} from "@codemirror/lang-yaml";
import {HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint";
import {searchKeymap} from "@codemirror/search";
import {EditorState} from "@codemirror/state";
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";
import {tags} from "@lezer/highlight";

const colors = HighlightStyle.define([
  {tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)"},
  {tag: [tags.string, tags.special(tags.string)], color: "var(--string)"},
  {tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--atom)"},
  {tag: [tags.comment, tags.lineComment], color: "var(--soft)", fontStyle: "italic"},
  {tag: [tags.meta, tags.typeName, tags.labelName], color: "var(--atom)"},
]);

const theme = EditorView.theme({
  "&": {height: "100%", backgroundColor: "var(--back)", color: "var(--text)", fontSize: "13.5px"},
  "&.cm-focused": {outline: "2px solid var(--focus)"},
  ".cm-scroller": {fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.45"},
  ".cm-content": {caretColor: "var(--text)"},
  ".cm-cursor": {borderLeftColor: "var(--text)"},
  ".cm-gutters": {backgroundColor: "var(--card)", color: "var(--soft)", borderRight: "1px solid var(--line)"},
  ".cm-activeLine, .cm-activeLineGutter": {backgroundColor: "var(--active)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    {backgroundColor: "var(--selected)"},
  ".cm-matchingBracket": {backgroundColor: "var(--selected)", outline: "1px solid var(--line)"},
  ".cm-searchMatch": {backgroundColor: "var(--selected)"},
  ".cm-tooltip, .cm-panels": {backgroundColor: "var(--card)", color: "var(--text)", border: "1px solid var(--line)"},
  // The pictures of the package are replaced, because the page's Content-Security-Policy does not load them.
  ".cm-lintRange": {backgroundImage: "none !important", textDecorationLine: "underline", textDecorationStyle: "wavy"},
  ".cm-lintRange-error": {textDecorationColor: "var(--bad)"},
  ".cm-lintRange-warning": {textDecorationColor: "var(--warn)"},
  ".cm-lint-marker": {content: "normal !important", textAlign: "center", lineHeight: "1"},
  ".cm-lint-marker-error::before": {content: '"\\25cf"', color: "var(--bad)"},
  ".cm-lint-marker-warning::before": {content: '"\\25b2"', color: "var(--warn)"},
  ".cm-diagnostic": {whiteSpace: "pre-wrap", overflowWrap: "anywhere", maxWidth: "32rem",
    fontFamily: "system-ui, sans-serif"},
  ".cm-diagnosticAction": {backgroundColor: "var(--focus)", color: "var(--on-focus)"},
  ".cm-panel input, .cm-panel button, .cm-panel select": {background: "var(--back)", color: "var(--text)"},
});

// Returns the offset in the text of a line and a column. Columns count code points. A place beyond the end of a line or
// of the text becomes this end.
function offset(text, {line, column}) {
  const {from, to, text: characters} = text.line(Math.min(Math.max(line, 1), text.lines));
  if (line > text.lines) return text.length;
  let at = from;
  for (let left = column - 1; left > 0 && at < to; --left) at += characters.codePointAt(at - from) > 0xffff ? 2 : 1;
  return Math.min(at, to);
}

// Returns the range of the word at a place, which is underlined.
function word(text, place) {
  const from = offset(text, place), line = text.lineAt(from);
  const [found] = /^("[^"]*"|'[^']*'|[^\s:,{}[\]]+|.)?/u.exec(text.sliceString(from, line.to));
  return {from, to: from + found.length};
}

export class Editor {
  // Appends an editor to the element `host`. `changed` is called after each change of the text.
  constructor(host, {label, isYaml = true, changed}) {
    const root = host.attachShadow({mode: "open"});  // styles of a shadow root need no inline <style>
    this.view = new EditorView({root, parent: root, state: EditorState.create({extensions: [
      isYaml ? [yaml(), lineNumbers(), highlightActiveLineGutter(), lintGutter(), indentUnit.of("  ")] : [],
      history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
      syntaxHighlighting(colors), theme, EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of(
        {"aria-label": label, "aria-describedby": "leave", spellcheck: "false", tabindex: "0"}),
      EditorView.updateListener.of(update => { if (update.docChanged) changed(); }),
    ]})});
    const hint = document.createElement("p");
    hint.id = "leave";
    hint.hidden = true;
    hint.textContent = "To leave the editor, press Escape, then Tab.";
    root.append(hint);
  }

  get text() { return this.view.state.doc.toString(); }

  set text(text) {
    if (text !== this.text) this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}});
  }

  // Underlines the findings. `apply(finding)` is called when the user chooses the repair of a finding.
  show(findings, apply) {
    const text = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, findings.map(finding => ({
      ...word(text, finding), severity: finding.severity, source: finding.rule || undefined, message: finding.message,
      actions: finding.repair ? [{name: "Repair", apply: () => apply(finding)}] : [],
    }))));
  }

  // Applies repairs in their order. Skips a repair that has an edit at the same place as an earlier repair.
  apply(repairs) {
    const text = this.view.state.doc, taken = [];
    for (const {edits} of repairs) {
      const changes = edits.map(edit => ({from: offset(text, edit.from), to: offset(text, edit.to), insert: edit.text}));
      const free = change => taken.every(other => change.to < other.from || other.to < change.from);
      if (changes.every(free)) taken.push(...changes);
    }
    this.view.dispatch({changes: taken, userEvent: "input.repair"});
  }

  // Selects the word at a finding, and scrolls to it. The focus does not move.
  goTo(finding) {
    const {from, to} = word(this.view.state.doc, finding);
    this.view.dispatch({selection: {anchor: from, head: to}, effects: EditorView.scrollIntoView(from, {y: "center"})});
  }
}
