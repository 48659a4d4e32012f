'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const nodes = [...document.querySelectorAll('.tree li')].map(element => {
    const details = element.firstElementChild.tagName === 'DETAILS' ? element.firstElementChild : null;
    const head = details ? details.firstElementChild : element.firstElementChild;
    const description = details && details.children[1].classList.contains('description') ? details.children[1] : null;
    return {element, details, text: (head.textContent + ' ' + (description ? description.textContent : '')).toLowerCase(),
      wrong: element.classList.contains('bad')};
  });
  const opened = nodes.filter(node => node.details && node.details.open);

  const above = function* (element) {
    for (let at = element.parentElement; at; at = at.parentElement) if (at.matches('.tree li')) yield at;
  };

  // Shows the nodes that match the search, and the nodes above them. Without a search, restores the initial state.
  const apply = () => {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const looks = words.length > 0 || $('wrong').checked;
    const found = nodes.filter(node => looks && words.every(word => node.text.includes(word)) &&
      (!$('wrong').checked || node.wrong));
    const shown = new Set();
    for (const {element} of found) {
      shown.add(element);
      for (const at of above(element)) shown.add(at);
    }
    const matches = new Set(found.map(node => node.element));
    for (const {element, details} of nodes) {
      element.hidden = looks && !shown.has(element);
      element.classList.toggle('found', matches.has(element));
      if (details) details.open = looks && shown.has(element) && !matches.has(element);
    }
    if (!looks) for (const {details} of opened) details.open = true;
    $('shown').textContent = looks ? `${found.length} of ${nodes.length} fields` : '';
  };

  const showTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (const at of above(target)) if (at.firstElementChild.tagName === 'DETAILS') at.firstElementChild.open = true;
    target.scrollIntoView();
  };

  const openAll = open => {
    for (const {details} of nodes) if (details) details.open = open;
  };

  $('filter').hidden = false;
  $('filter').addEventListener('input', apply);
  $('open').addEventListener('click', () => openAll(true));
  $('close').addEventListener('click', () => openAll(false));
  addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== $('search')) {
      event.preventDefault();
      $('search').focus();
    } else if (event.key === 'Escape' && document.activeElement === $('search')) {
      $('search').value = '';
      apply();
    }
  });
  addEventListener('hashchange', showTarget);
  showTarget();
})();
