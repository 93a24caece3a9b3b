"use strict";

// Keeps a public page live: asks now and then whether another version is out, and patches in place what has changed.
// Above it stands the reader's own board, for whoever has tapped a name. All words are the page's own.
(function () {
  const PATIENCE = 8000;
  const LONGEST = 6; // times the usual interval
  const body = document.body;
  const live = document.getElementById("live");
  const fresh = document.getElementById("fresh");
  const said = document.getElementById("said");
  if (!body.dataset.live || !live || !fresh || !said) return;

  // Asking

  let timer = 0;
  let failures = 0;
  let isAsking = false;
  let asked = 0;
  let upTo = null;

  function every() { return 1000 * (Number(body.dataset.every) || 10); }

  // A hidden page waits until it is looked at again. The rest is chance, so that a hall of phones does not march in step.
  function again() {
    window.clearTimeout(timer);
    if (document.hidden) return;
    const longer = Math.min(Math.pow(2, Math.max(failures - 1, 0)), LONGEST);
    timer = window.setTimeout(ask, every() * longer * (0.9 + Math.random() * 0.2));
  }

  function askNow() {
    if (Date.now() - asked > every() / 10) ask();
    else again();
  }

  function ask() {
    if (isAsking || document.hidden) return;
    window.clearTimeout(timer);
    isAsking = true;
    asked = Date.now();
    get(body.dataset.live + "?v=" + encodeURIComponent(body.dataset.version)).then(function (found) {
      reached();
      if (found) show(found);
    }).catch(lost).then(function () {
      isAsking = false;
      again();
      tellOwn();
    });
  }

  // What stands at a live address; null: nothing new. Whatever else a network answers counts as none.
  function get(address) {
    const control = new AbortController();
    const impatience = window.setTimeout(function () { control.abort(); }, PATIENCE);
    return fetch(address, { cache: "no-store", credentials: "omit", signal: control.signal }).then(function (answer) {
      if (answer.status === 204) return null;
      if (answer.status !== 200) throw answer.status;
      return answer.text();
    }).then(function (text) {
      if (text === null) return null;
      const found = new DOMParser().parseFromString(text, "text/html").querySelector("#live[data-version]");
      if (!found) throw 0;
      return found;
    }).finally(function () { window.clearTimeout(impatience); });
  }

  // Saying how fresh it is: what a screen reader hears is only the loss, the return, and what is new.

  function reached() {
    if (failures) say(fresh.dataset.back);
    failures = 0;
    upTo = new Date();
    tellFreshness("");
  }

  function lost(reason) {
    const isGone = reason === 404 || reason === 410;
    const trouble = isGone ? "gone" : "lost";
    failures = isGone ? LONGEST : failures + 1;
    if (fresh.className !== "fresh " + trouble) say(tellFreshness(trouble));
  }

  function tellFreshness(trouble) {
    const time = upTo ? upTo.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
    const words = fresh.dataset[upTo ? trouble || "fresh" : "earlier"].replace("{time}", time);
    fresh.className = ("fresh " + trouble).trim();
    if (fresh.textContent !== words) fresh.textContent = words;
    return words;
  }

  function say(words) {
    said.textContent = words;
    window.setTimeout(function () { if (said.textContent === words) said.textContent = ""; }, 10000);
  }

  // Patching

  function show(found) {
    const before = announcements();
    const active = live.contains(document.activeElement) ? document.activeElement : null;
    const rest = resting(active);
    patchChildren(live, found);
    body.dataset.version = found.dataset.version;
    document.title = found.dataset.title;
    if (active && document.activeElement !== active) {
      const same = active.isConnected ? active : live.querySelector('[href="' + CSS.escape(active.getAttribute("href") || "") + '"]');
      if (same) same.focus({ preventScroll: true });
    }
    if (rest && rest.element.isConnected) window.scrollBy({ top: rest.element.getBoundingClientRect().top - rest.top, behavior: "instant" });
    const news = announcements().filter(function (words) { return !before.includes(words); });
    if (news.length) say(news.join(" "));
    document.dispatchEvent(new CustomEvent("live:changed"));
  }

  function announcements() {
    return Array.from(live.querySelectorAll("[data-announce]"), function (element) {
      return element.dataset.announce || element.textContent.replace(/\s+/g, " ").trim();
    });
  }

  // What the reader looks at stays where it is on the glass: the focus, else the first thing in sight that has a name.
  function resting(active) {
    if (!window.scrollY) return null;
    const named = Array.from(live.querySelectorAll("[id]"));
    if (active) named.unshift(active);
    const element = named.find(function (each) {
      const box = each.getBoundingClientRect();
      return box.height && box.top >= 0 && box.top < window.innerHeight;
    });
    return element ? { element: element, top: element.getBoundingClientRect().top } : null;
  }

  function patch(old, wanted) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== wanted.data) old.data = wanted.data;
      return;
    }
    Array.from(wanted.attributes).forEach(function (each) {
      if (old.getAttribute(each.name) !== each.value && !isTheReaders(old, each)) old.setAttribute(each.name, each.value);
    });
    Array.from(old.attributes).forEach(function (each) {
      if (!wanted.hasAttribute(each.name) && !isTheReaders(old, each)) old.removeAttribute(each.name);
    });
    patchChildren(old, wanted);
  }

  function isTheReaders(element, attribute) { return element.nodeName === "DETAILS" && attribute.name === "open"; }

  // Whose row it is: the same one wherever it has gone. What has no such name is the same in the same place.
  function key(node) {
    return node.nodeType === Node.ELEMENT_NODE ? node.dataset.key || node.id || node.dataset.player || "" : "";
  }

  function isOurs(node) { return node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-own-row"); }

  function next(node) {
    while (node && isOurs(node)) node = node.nextSibling;
    return node;
  }

  function patchChildren(old, wanted) {
    const named = new Map();
    old.childNodes.forEach(function (node) { if (key(node) && !isOurs(node)) named.set(key(node), node); });
    const keys = new Set(Array.from(wanted.childNodes, key));
    let here = next(old.firstChild);
    Array.from(wanted.childNodes).forEach(function (node) {
      while (here && key(here) && !keys.has(key(here))) here = remove(here);
      let found = key(node) ? named.get(key(node)) : here && !key(here) ? here : null;
      if (found && found.nodeName !== node.nodeName) found = null;
      if (!found) return old.insertBefore(document.importNode(node, true), here);
      if (found === here) here = next(here.nextSibling);
      else old.insertBefore(found, here);
      patch(found, node);
    });
    while (here) here = remove(here);
  }

  function remove(node) {
    const after = next(node.nextSibling);
    node.remove();
    return after;
  }

  // The own board: a start number, from the address (#p17) or from this browser's memory.

  const own = document.getElementById("own");
  const memory = "me:" + body.dataset.tournament;
  let round = null; // the newest round, on pages that show something else, and the version it was fetched for
  let version = "";

  function remember(number) {
    try {
      if (number) window.localStorage.setItem(memory, number);
      else window.localStorage.removeItem(memory);
    } catch (error) {
      return; // not allowed here: the address remembers, on this page
    }
  }

  function remembered() {
    try {
      return window.localStorage.getItem(memory);
    } catch (error) {
      return null;
    }
  }

  function chosen() {
    const match = /^#p(\d+)$/.exec(window.location.hash) || /^(\d+)$/.exec(remembered() || "");
    return match && match[1];
  }

  function tellOwn() {
    if (!own || !body.dataset.own) return;
    const number = chosen();
    markRows(number);
    own.hidden = !number;
    if (!number) return;
    const here = live.querySelector("#round");
    if (here) fill(here, number);
    else if (version === body.dataset.version) fill(round, number);
    else {
      const wanted = body.dataset.version;
      get(body.dataset.own).then(function (found) {
        round = found.querySelector("#round");
        version = wanted;
        fill(round, chosen());
      }).catch(function () { fill(round, chosen()); });
    }
  }

  function fill(round, number) {
    const place = round && number && round.querySelector("#p" + number);
    own.hidden = !round || !number;
    if (own.hidden) return;
    const board = place && place.closest("tbody");
    const other = board && Array.from(board.querySelectorAll(".side")).find(function (side) { return side !== place; });
    const isWhite = board && place.classList.contains("white");
    const away = place && !board && place.closest(".without > div").querySelector("dt");
    const sentence = board ? own.dataset[isWhite ? "white" : "black"].replace("{opponent}", name(other)) : "";
    write(".round", round.querySelector("h1").textContent.trim());
    write(".name", place ? name(place) : own.dataset.name.replace("{number}", number));
    write(".seat b", board ? board.querySelector(".board").textContent.trim() : "");
    write(".words span", sentence || (away ? away.textContent.trim() : own.dataset.missing));
    write(".result", board && !board.classList.contains("open") ? board.querySelector(".result").textContent.trim() : "");
    own.querySelector(".seat").hidden = !board;
    own.querySelector(".chip").className = "chip " + (isWhite ? "white" : "black");
    own.querySelector(".chip").hidden = !board;
  }

  function name(place) { return (place.querySelector(".name") || place).textContent.trim(); }

  function write(selector, words) {
    const slot = own.querySelector(selector);
    if (slot.textContent !== words) slot.textContent = words;
  }

  // The own rows stand out, and in the tables of all a copy of the own row comes first.
  function markRows(number) {
    const mine = number ? '#p' + number + ', [data-player="' + number + '"]' : null;
    live.querySelectorAll(".own").forEach(function (row) { if (!mine || !row.matches(mine)) row.classList.remove("own"); });
    if (mine) live.querySelectorAll(mine).forEach(function (row) { row.classList.add("own"); });
    live.querySelectorAll("table.standings, table.crosstable").forEach(function (table) {
      let first = table.querySelector("tbody[data-own-row]");
      const rows = table.querySelector("tbody:not([data-own-row])");
      const row = mine && rows && rows.querySelector("tr.own");
      if (!row || row === rows.rows[0]) {
        if (first) first.remove();
        return;
      }
      const copy = document.createElement("tbody");
      copy.append(row.cloneNode(true));
      copy.querySelectorAll("[id]").forEach(function (element) { element.removeAttribute("id"); });
      copy.dataset.ownRow = "";
      if (first) patch(first, copy);
      else table.insertBefore(copy, rows);
    });
  }

  document.addEventListener("click", function (event) {
    const link = event.target.closest("a");
    if (!own || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (own.contains(link) && link.matches(".not-you")) {
      remember("");
      if (link.pathname !== window.location.pathname) return;
      window.location.hash = link.hash; // the list by name is on this page
      event.preventDefault();
    }
    const number = link.closest(".by-name") && /^#p(\d+)$/.exec(link.hash);
    if (!number) return;
    remember(number[1]);
    if (link.pathname !== window.location.pathname) return;
    event.preventDefault();
    window.location.replace(link.hash);
    tellOwn();
    own.focus();
    own.scrollIntoView({ block: "nearest" });
  });

  // When to look at once: whoever comes back, by whatever way, sees what is true now.

  window.addEventListener("hashchange", tellOwn);
  window.addEventListener("storage", tellOwn); // chosen in another tab
  window.addEventListener("focus", askNow);
  window.addEventListener("online", askNow);
  window.addEventListener("offline", askNow);
  window.addEventListener("pageshow", function (event) { if (event.persisted) askNow(); });
  document.addEventListener("visibilitychange", function () { if (document.hidden) again(); else askNow(); });

  const visit = window.performance.getEntriesByType("navigation")[0];
  tellOwn();
  if (visit && visit.type === "back_forward") ask(); // perhaps out of the browser's store
  else {
    upTo = new Date();
    tellFreshness("");
    again();
  }
})();
