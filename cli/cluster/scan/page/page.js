'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const summary = JSON.parse($('summary').textContent);
  const crds = [...document.querySelectorAll('.crd')];
  const worstFirst = ['unreadable', 'structural-error', 'non-structural', 'structural'];
  const state = {states: new Set(), by: 'state', reversed: false};

  // The data of each CRD that the search and the filters use. It is read from the page once.
  const facts = crds.map(element => ({
    element,
    state: element.dataset.state,
    group: element.dataset.group,
    context: element.dataset.context || '',
    rules: element.dataset.rules ? element.dataset.rules.split(' ') : [],
    right: element.dataset.right === '1',
    loses: element.dataset.loses === '1',
    refused: element.dataset.refused === '1',
    columns: [...element.firstElementChild.children].map(column => column.textContent),
    count: element.querySelectorAll('.violations li').length,
    text: '',
  }));
  const textOf = fact => fact.text ||= [fact.element.firstElementChild, ...fact.element.querySelectorAll('.violations, .refusals')]
    .map(part => part.textContent).join(' ').toLowerCase();

  const options = (select, values) => {
    const count = new Map();
    for (const value of values) count.set(value, (count.get(value) || 0) + 1);
    for (const value of [...count.keys()].sort()) select.add(new Option(`${value} (${count.get(value)})`, value));
  };

  const makeStates = () => {
    const names = ['structural', 'non-structural', 'structural-error', 'unreadable'];
    for (const name of names) {
      const count = facts.filter(fact => fact.state === name).length;
      if (!count && name !== 'structural' && name !== 'non-structural') continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.state = name;
      button.setAttribute('aria-pressed', 'false');
      button.innerHTML = `<b class="${name}">${count}</b>${name}`;
      button.addEventListener('click', () => {
        if (!state.states.delete(name)) state.states.add(name);
        apply();
      });
      $('states').append(button);
    }
  };

  // The sort key of each column; the worst value is first. Rows with an equal key are sorted by the other keys, in this
  // order.
  const keys = {
    state: fact => worstFirst.indexOf(fact.state),
    count: fact => -fact.count,
    condition: fact => fact.right ? 'z' : fact.columns[4] || 'y',
    pruning: fact => fact.loses ? 0 : fact.columns[5] ? 1 : 2,
    recreation: fact => fact.refused ? 0 : 1,
    name: fact => fact.columns[0],
    versions: fact => fact.columns[1],
  };

  const sort = () => {
    const by = [...new Set([state.by, ...Object.keys(keys)])].map(name => keys[name]);
    for (const fact of facts) fact.keys = by.map(key => key(fact));
    const compare = (a, b) => {
      const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
      return at < 0 ? 0 : (a.keys[at] < b.keys[at] ? -1 : 1) * (at === 0 && state.reversed ? -1 : 1);
    };
    facts.sort(compare);
    document.querySelector('main').append(...facts.map(fact => fact.element));
    for (const button of $('columns').children) {
      button.setAttribute('aria-pressed', button.dataset.by === state.by);
      button.classList.toggle('reversed', state.reversed);
    }
  };

  const matches = fact => {
    if (state.states.size && !state.states.has(fact.state)) return false;
    if ($('group').value && fact.group !== $('group').value) return false;
    if ($('rule').value && !fact.rules.includes($('rule').value)) return false;
    if ($('context').value && fact.context !== $('context').value) return false;
    if ($('not-right').checked && fact.right) return false;
    if ($('loses').checked && !fact.loses) return false;
    if ($('refused').checked && !fact.refused) return false;
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    return words.every(word => textOf(fact).includes(word));
  };

  const remember = () => {
    const hash = new URLSearchParams();
    for (const id of ['search', 'group', 'rule', 'context']) if ($(id).value) hash.set(id, $(id).value);
    for (const id of ['not-right', 'loses', 'refused']) if ($(id).checked) hash.set(id, '1');
    if (state.states.size) hash.set('state', [...state.states].join(' '));
    if (state.by !== 'state' || state.reversed) hash.set('sort', (state.reversed ? '-' : '') + state.by);
    history.replaceState(null, '', '#' + hash);
  };

  const leadsToRule = () => location.hash.startsWith('#rule-');

  const recall = () => {
    if (leadsToRule()) return;
    const hash = new URLSearchParams(location.hash.slice(1));
    for (const id of ['search', 'group', 'rule', 'context']) if (hash.has(id)) $(id).value = hash.get(id);
    for (const id of ['not-right', 'loses', 'refused']) $(id).checked = hash.has(id);
    state.states = new Set((hash.get('state') || '').split(' ').filter(Boolean));
    const [, reversed, by] = /^(-?)(\w+)$/.exec(hash.get('sort')) || [];
    state.by = Object.hasOwn(keys, by) ? by : 'state';
    state.reversed = !!reversed;
    sort();
  };

  const apply = () => {
    let shown = 0;
    for (const fact of facts) {
      const match = matches(fact);
      if (fact.element.hidden === match) fact.element.hidden = !match;
      shown += match;
    }
    for (const button of $('states').children) {
      button.setAttribute('aria-pressed', state.states.has(button.dataset.state));
    }
    $('shown').textContent = `${shown} of ${facts.length} shown`;
    remember();
  };

  // The tree of a schema. Each level is built when it is opened. At first, the nodes above violations are open.
  const isBad = node => node[2].length > 0 || node.slice(3).some(isBad);

  const span = (name, text) => {
    const element = document.createElement('span');
    element.className = name;
    element.textContent = text;
    return element;
  };

  const line = (node, violations) => {
    const parts = [span('label', node[0]), span('type', node[1])];
    for (const index of node[2]) parts.push(span('why', violations[index]));
    return parts;
  };

  const item = (node, violations) => {
    const li = document.createElement('li');
    const children = node.slice(3);
    if (node[2].length) li.className = 'bad';
    if (!children.length) {
      const leaf = document.createElement('div');
      leaf.className = 'leaf';
      leaf.append(...line(node, violations));
      li.append(leaf);
      return li;
    }
    const details = document.createElement('details');
    const head = document.createElement('summary');
    head.append(...line(node, violations));
    details.append(head);
    const below = children.some(isBad);
    if (below) li.classList.add('above');
    const fill = () => {
      if (details.childElementCount > 1) return;
      const list = document.createElement('ul');
      list.append(...children.map(child => item(child, violations)));
      details.append(list);
    };
    details.addEventListener('toggle', () => details.open && fill());
    if (below) {
      fill();
      details.open = true;
    }
    li.append(details);
    return li;
  };

  const showTrees = crd => {
    const place = crd.querySelector('.tree');
    if (!place || place.childElementCount) return;
    const violations = [...crd.querySelectorAll('.violations li')].map(li => li.querySelector('.rule').textContent);
    for (const version of JSON.parse(crd.querySelector('script').textContent)) {
      const head = document.createElement('h3');
      head.textContent = version.version + (version.same ? ': as ' + version.same : version.tree ? '' : ': no schema');
      place.append(head);
      if (!version.tree) continue;
      const list = document.createElement('ul');
      list.append(item(version.tree, violations));
      place.append(list);
      const top = list.querySelector('details');
      if (top) top.open = true;
    }
  };

  const move = step => {
    const shown = facts.filter(fact => !fact.element.hidden).map(fact => fact.element.firstElementChild);
    if (!shown.length) return;
    const at = shown.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1);
    shown[next].focus();
    shown[next].scrollIntoView({block: 'nearest'});
  };

  addEventListener('keydown', event => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/' && !typing) {
      event.preventDefault();
      $('search').focus();
    } else if (event.key === 'Escape' && event.target === $('search')) {
      $('search').value = '';
      apply();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') &&
               (!typing || event.target === $('search'))) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });

  // While the page is printed, all shown CRDs with violations are open; their schema trees stay closed.
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = facts.map(fact => fact.element).filter(crd => !crd.hidden && !crd.open && crd.dataset.rules);
    for (const crd of opened) crd.open = true;
  });
  addEventListener('afterprint', () => {
    for (const crd of opened) crd.open = false;
  });

  makeStates();
  options($('group'), facts.map(fact => fact.group));
  options($('rule'), facts.flatMap(fact => fact.rules));
  options($('context'), facts.map(fact => fact.context).filter(Boolean));
  $('of-context').hidden = $('context').options.length < 3;
  document.body.classList.toggle('one-cluster', summary.clusters.length < 2);
  $('clusters').textContent = summary.clusters.map(cluster =>
    (cluster.context ? cluster.context + ', ' : '') + cluster.server +
    (cluster.error ? ': ' + cluster.error : '')).join(' · ');
  for (const crd of crds) crd.addEventListener('toggle', () => crd.open && showTrees(crd));
  $('columns').hidden = false;
  $('columns').addEventListener('click', event => {
    const by = event.target.dataset.by;
    if (!by) return;
    state.reversed = by === state.by && !state.reversed;
    state.by = by;
    sort();
    remember();
  });
  $('filter').addEventListener('input', apply);
  $('filter').addEventListener('reset', () => setTimeout(() => {
    state.states.clear();
    apply();
  }));
  addEventListener('hashchange', () => {
    if (leadsToRule()) return;
    recall();
    apply();
  });
  const header = document.querySelector('header');
  new ResizeObserver(() => {
    const covered = getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0;
    document.documentElement.style.scrollPaddingTop = covered + 'px';
  }).observe(header);
  recall();
  apply();
})();
