// Shows the answers of commands.mjs. All texts become text nodes, never HTML.

// Returns an element. `properties` are properties of the element, or attributes if their name has a "-".
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

function note(text) { return text ? [make("p", {className: "note"}, text)] : []; }

function summary(text, good) {
  return make("p", {className: `summary ${good ? "good" : "bad"}`, role: "status", tabIndex: -1}, text);
}

// Returns the list of findings. `on.choose(finding, button)` shows a finding, `on.repair([finding])` applies repairs.
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
      const apply = make("button", {type: "button", className: "repair", "aria-label": `Repair line ${finding.line}`}, "Repair");
      apply.addEventListener("click", () => on.repair([finding]));
      item.append(apply, make("span", {className: "hint"}, ` ${title}${effect ? `: ${effect}` : ""}`));
    }
    return item;
  }));
}

// Returns a button with the text, which shows the place.
function placed({line, column}, text, on) {
  const button = make("button", {type: "button", className: "finding"}, make("span", {className: "place"}, `${line}:${column} `), text);
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
  return findings(answer, `${plural(answer.objects, "object")}: the API server accepts ${answer.objects === 1 ? "it" : "them"}.`, on);
}

function test(answer, on) {
  const failed = answer.cases.filter(one => !one.passed).length;
  const text = answer.cases.length ? `${plural(answer.cases.length, "case")}, ${failed} failed` : "No result";
  return [summary(text, answer.clean), ...note(answer.note), make("ul", {className: "cases"}, ...answer.cases.map(one => {
    const item = make("li", {}, make("span", {className: one.passed ? "good" : "bad"}, one.passed ? "passed" : "failed"),
      ` ${one.name}`);
    for (const failure of one.failures) {
      item.append(placed(failure, failure.reason, on));
      if (failure.difference) item.append(make("pre", {tabIndex: 0, role: "region", "aria-label": "Difference"}, failure.difference));
    }
    return item;
  }))];
}

function terms(pairs) {
  return make("dl", {}, ...pairs.flatMap(([term, text, className = ""]) => [make("dt", {}, term), make("dd", {className}, text)]));
}

function cel({answer, findings: errors, note: text, clean}, on) {
  const parts = [];
  const [result] = answer?.results ?? [];
  if (errors.length) return [summary("The expression does not compile.", false), findingList(errors, on)];
  if (!answer) return [summary("No result", false), ...note(text)];
  const pairs = [["type", answer.type ?? "unknown"]];
  for (const each of answer.results.slice(0, 100)) {
    const name = answer.results.length > 1 ? `${each.object} ${each.path}` : "value";
    if (each.error) pairs.push([name, each.error.message, "bad"]);
    else pairs.push([name, each.skipped ? "skipped" : JSON.stringify(each.value, null, 2)]);
  }
  if (result) pairs.push(["cost", String(result.cost)]);
  if (answer.estimate) {
    const {cost, limit} = answer.estimate;
    const share = cost > limit ? "above the limit of a rule" : `${(100 * cost / limit).toFixed(1)} % of the limit of a rule`;
    pairs.push(["estimated cost", `${cost}, ${share}`, cost > limit ? "bad" : ""]);
  }
  const failed = answer.results.some(each => each.error);
  parts.push(summary(failed ? "The evaluation fails." : "Evaluated", !failed), ...note(text), terms(pairs));
  if (answer.parts?.length) {
    parts.push(make("h3", {}, "Cost of each part"), make("table", {},
      make("thead", {}, make("tr", {}, ...["Estimate", "Cost", "Part"].map(head => make("th", {scope: "col"}, head)))),
      make("tbody", {}, ...answer.parts.slice(0, 200).map(part => make("tr", {}, make("td", {}, String(part.estimate ?? "")),
        make("td", {}, String(part.cost ?? "")), make("td", {}, "\u00a0".repeat(2 * Math.min(part.depth, 20)) + part.text))))));
  }
  return parts;
}

// Returns the object that shows a change, what servers store of it, and their answer.
function witnessParts({object, stored, answer}) {
  const json = (title, value) => [make("p", {className: "hint"}, title),
    make("pre", {tabIndex: 0, role: "region", "aria-label": title}, JSON.stringify(value, null, 2))];
  const parts = object ? json("An object that shows it:", object) : [];
  if (stored) parts.push(...json("A server stores:", {...stored, metadata: object?.metadata}));
  if (answer) parts.push(make("p", {className: "note"}, answer));
  return parts;
}

function diff(answer, on) {
  const failing = answer.changes.filter(change => change.fails).length;
  const text = answer.changes.length ? `${plural(answer.changes.length + answer.more, "change")}, ${failing} of them fail`
    : answer.clean ? "No change that objects or clients notice." : "No result";
  return [summary(text, answer.clean), ...note(answer.note), make("ul", {className: "cases"}, ...answer.changes.map(change => {
    const item = make("li", {}, make("span", {className: change.fails ? "bad" : "good"}, change.fails ? "fails" : "passes"),
      ` ${change.field || change.crd}${change.version ? ` (${change.version})` : ""}: ${change.sentence}`);
    item.append(change.afterPlace?.line ? placed(change.afterPlace, change.text, on) : make("p", {}, change.text));
    item.append(...witnessParts(change.witness ?? {}));
    return item;
  })), ...more(answer.more)];
}

// The page of `tree -o html` has scripts of its own. Its frame has no access to this page, to storage or to the network.
function tree(answer) {
  if (!answer.text) return [summary("No result", false), ...note(answer.note)];
  if (answer.format !== "html") {
    return [...note(answer.note), make("pre", {className: "tree", tabIndex: 0, role: "region", "aria-label": "Tree"}, answer.text)];
  }
  const frame = make("iframe", {title: "Tree of the CRD", src: "tree.html"});
  frame.setAttribute("sandbox", "allow-scripts");
  frame.addEventListener("load", () => frame.contentWindow.postMessage(answer.text, "*"), {once: true});
  return [...note(answer.note), frame];
}

const KINDS = {lint, validate, test, cel, diff, tree};

// Shows the answer of a command in the element `to`.
export function show(to, kind, answer, on) { to.replaceChildren(...KINDS[kind](answer, on)); }

// Shows why a command has no answer.
export function showProblem(to, text) { to.replaceChildren(summary(text, false)); }

export function showRule(to, rule) {
  const {what, why, fix, wrong, right, section} = rule;
  to.replaceChildren(make("p", {}, what), terms([["Why", why], ["Fix", fix]].filter(([, text]) => text)));
  for (const [title, text] of [["Wrong", wrong], ["Right", right]]) {
    if (text) to.append(make("h3", {}, title), make("pre", {tabIndex: 0, role: "region", "aria-label": title}, text));
  }
  if (section?.url?.startsWith("https://")) {
    to.append(make("p", {}, make("a", {href: section.url, rel: "noreferrer", target: "_blank"},
      `${section.document}: ${section.heading}`)));
  }
}
