// Shows the answers of commands.mjs. All texts become text nodes, so they cannot add HTML to the page.

// Returns an HTML element. `properties` are properties of the element; those with a "-" in their name are attributes.
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Returns an element that shows a text with its line breaks. It can be scrolled with the keyboard.
function block(title, text, className = "") {
  return make("pre", {className, tabIndex: 0, role: "region", "aria-label": title}, text);
}

function note(text) { return text ? [make("p", {className: "note"}, text)] : []; }

function summary(text, good) {
  return make("p", {className: `summary ${good ? "good" : "bad"}`, tabIndex: -1}, text);
}

// Returns the list of findings. `on.choose(finding, button)` is called when the user selects a finding, and
// `on.repair([finding])` when the user repairs findings.
function findingList(findings, on) {
  return make("ol", {className: "findings"}, ...findings.map(finding => {
    const choose = make("button", {type: "button", className: "finding"},
      make("span", {className: "place"}, `${finding.line}:${finding.column} `),
      make("span", {className: finding.severity}, finding.severity), " ", finding.message, " ",
      make("span", {className: "rule"}, finding.rule ? `[${finding.rule}]` : ""));
    choose.addEventListener("click", () => {
      for (const other of choose.closest("ol").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
      choose.setAttribute("aria-current", "true");
      on.choose(finding, choose);
    });
    const item = make("li", {}, choose);
    if (finding.repair) {
      const {title, effect} = finding.repair;
      const name = `Repair line ${finding.line}`;
      const apply = make("button", {type: "button", className: "repair", "aria-label": name}, "Repair");
      apply.addEventListener("click", () => on.repair([finding]));
      item.append(apply, make("span", {className: "hint"}, ` ${title}${effect ? `: ${effect}` : ""}`));
    }
    return item;
  }));
}

// Returns a button with the text. It shows the place in the editor.
function placed({line, column}, text, on) {
  const place = make("span", {className: "place"}, `${line}:${column} `);
  const button = make("button", {type: "button", className: "finding"}, place, text);
  button.addEventListener("click", () => on.choose({line, column, rule: ""}));
  return button;
}

function more(count) { return count ? [make("p", {className: "more"}, `${count} more are not shown.`)] : []; }

function findings(answer, good, on) {
  const errors = answer.findings.filter(({severity}) => severity === "error").length;
  const counts = [[errors, "error"], [answer.findings.length - errors, "warning"]].filter(([count]) => count)
    .map(([count, word]) => plural(count, word)).join(", ");
  const parts = [summary(counts || (answer.clean ? good : "No result"), answer.clean), ...note(answer.note)];
  const repairs = answer.findings.filter(finding => finding.repair);
  if (repairs.length > 1) {
    const all = make("button", {type: "button", className: "repair all"}, `Apply ${repairs.length} repairs`);
    all.addEventListener("click", () => on.repair(repairs));
    parts.push(all);
  }
  return [...parts, findingList(answer.findings, on), ...more(answer.more)];
}

function lint(answer, on) { return findings(answer, "No findings: the API server accepts this CRD.", on); }

function validate(answer, on) {
  const accepted = answer.objects === 1 ? "it" : "them";
  return findings(answer, `${plural(answer.objects, "object")}: the API server accepts ${accepted}.`, on);
}

function test(answer, on) {
  const failed = answer.cases.filter(one => !one.passed).length;
  const text = answer.cases.length ? `${plural(answer.cases.length, "case")}, ${failed} failed` : "No result";
  const items = answer.cases.map(one => {
    const state = make("span", {className: one.passed ? "good" : "bad"}, one.passed ? "passed" : "failed");
    const item = make("li", {}, state, ` ${one.name}`);
    for (const failure of one.failures) {
      item.append(placed(failure, failure.reason, on));
      if (failure.difference) item.append(block("Difference", failure.difference));
    }
    return item;
  });
  return [summary(text, answer.clean), ...note(answer.note), make("ul", {className: "cases"}, ...items)];
}

function terms(pairs) {
  return make("dl", {}, ...pairs.flatMap(([term, text, className = ""]) =>
    [make("dt", {}, term), make("dd", {className}, text)]));
}

// Returns the table of the parts of an expression with their costs.
function costs(parts) {
  const row = ({estimate, cost, depth, text}) => make("tr", {},
    ...[estimate, cost, "\u00a0".repeat(2 * Math.min(depth, 20)) + text].map(cell => make("td", {}, cell)));
  const head = make("tr", {}, ...["Estimate", "Cost", "Part"].map(name => make("th", {scope: "col"}, name)));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...parts.map(row)));
}

function cel({findings: errors, known, type, results, estimate, parts, note: notes}, on) {
  if (errors.length) return [summary("The expression does not compile.", false), findingList(errors, on)];
  if (!known) return [summary("No result", false), ...note(notes)];
  const costly = estimate?.share > 1, failed = results.some(each => each.failed);
  const text = failed ? "The evaluation fails." : costly ? "Evaluated, but a rule must not cost so much." : "Evaluated";
  const pairs = [["type", type]];
  for (const each of results) pairs.push([results.length > 1 ? each.name : "value", each.text, each.failed ? "bad" : ""]);
  if (results.length) pairs.push(["cost", results[0].cost]);
  if (estimate) {
    const share = costly ? "above" : `${(100 * estimate.share).toFixed(1)} % of`;
    pairs.push(["estimated cost", `${estimate.cost}, ${share} the limit of a rule`, costly ? "bad" : ""]);
  }
  const table = parts.length ? [make("h3", {}, "Cost of each part"), costs(parts)] : [];
  return [summary(text, !failed && !costly), ...note(notes), terms(pairs), ...table];
}

// Returns elements with the object that shows a change, the object that a server stores for it, and the answers of the
// servers.
function witnessParts({object, stored, answer}) {
  const json = (title, text) => text ? [make("p", {className: "hint"}, title), block(title, text)] : [];
  const parts = [...json("An object that shows it:", object), ...json("A server stores:", stored)];
  if (answer) parts.push(make("p", {className: "note"}, answer));
  return parts;
}

function diff(answer, on) {
  const failing = answer.changes.filter(change => change.fails).length;
  const count = answer.changes.length + answer.more;
  const text = count ? `${plural(count, "change")}, ${failing} of them fail`
    : answer.clean ? "No change that objects or clients notice." : "No result";
  const items = answer.changes.map(change => {
    const state = make("span", {className: change.fails ? "bad" : "good"}, change.fails ? "fails" : "passes");
    const version = change.version ? ` (${change.version})` : "";
    const item = make("li", {}, state, ` ${change.field || change.crd}${version}: ${change.sentence}`);
    item.append(change.afterPlace?.line ? placed(change.afterPlace, change.text, on) : make("p", {}, change.text));
    item.append(...witnessParts(change.witness ?? {}));
    return item;
  });
  const list = make("ul", {className: "cases"}, ...items);
  return [summary(text, answer.clean), ...note(answer.note), list, ...more(answer.more)];
}

// Shows the answer of `tree`. The HTML of `tree -o html` has scripts, so it gets a frame without access to this page,
// to storage or to the network.
function tree(answer) {
  if (!answer.text) return [summary("No result", false), ...note(answer.note)];
  if (answer.format !== "html") {
    return [...note(answer.note), block("Tree", answer.text, "tree")];
  }
  const frame = make("iframe", {title: "Tree of the CRD", src: "tree.html"});
  frame.setAttribute("sandbox", "allow-scripts");
  frame.addEventListener("load", () => frame.contentWindow.postMessage(answer.text, "*"), {once: true});
  return [...note(answer.note), frame];
}

const KINDS = {lint, validate, test, cel, diff, tree};

// Shows the answer of a command in the element `to`.
export function show(to, kind, answer, on) { to.replaceChildren(...KINDS[kind](answer, on)); }

// Shows in the element `to` the reason why a command has no answer.
export function showProblem(to, text) { to.replaceChildren(summary(text, false)); }

export function showRule(to, rule) {
  const {what, why, fix, wrong, right, section} = rule;
  to.replaceChildren(make("p", {}, what), terms([["Why", why], ["Fix", fix]].filter(([, text]) => text)));
  for (const [title, text] of [["Wrong", wrong], ["Right", right]]) {
    if (text) to.append(make("h3", {}, title), block(title, text));
  }
  if (section?.url?.startsWith("https://")) {
    to.append(make("p", {}, make("a", {href: section.url, rel: "noreferrer", target: "_blank"},
      `${section.document}: ${section.heading}`)));
  }
}
