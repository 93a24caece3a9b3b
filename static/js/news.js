"use strict";

// On the evening's page what players report, and results that others enter, are seen without loading it again: the public
// version says cheaply whether there is news; then rows that have changed take the place of the old ones.
(function () {
  const SECONDS = 15;
  const PARTS = "#state, #agreed, #action-bar, header.top .places > li > a";
  let isAsking = false;
  let timer = 0;

  function list() { return document.querySelector("ol.pairings[data-news]"); }
  function every() { return 1000 * (Number(document.body.dataset.every) || SECONDS); }
  function isBusy() { return document.hidden || isAsking || window.clubchess.queue.waiting() > 0; }

  function ask() {
    const there = list();
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, every());
    if (!there || isBusy()) return;
    isAsking = true;
    fetch(there.dataset.news + "?v=" + encodeURIComponent(there.dataset.version), { cache: "no-store", credentials: "omit" })
      .then(function (answer) { if (answer.status === 200) return look(); })
      .catch(function () {}) // no network: the next time will do
      .then(function () { isAsking = false; });
  }

  function look() {
    return fetch(window.location.href, { cache: "no-store" }).then(function (answer) {
      if (answer.status !== 200 || answer.redirected) return null;
      return answer.text();
    }).then(function (text) {
      const found = text && new DOMParser().parseFromString(text, "text/html");
      if (found && !window.clubchess.queue.waiting()) show(found);
    });
  }

  function show(found) {
    const there = list();
    const fresh = found.querySelector("ol.pairings[data-news]");
    if (!there) return;
    if (!fresh || there.dataset.round !== fresh.dataset.round) {
      there.removeAttribute("data-news"); // another round, or another state of it, is for the director to open
      return;
    }
    let isWhole = true;
    Array.from(there.children).forEach(function (row) {
      const other = row.id && found.getElementById(row.id);
      if (other && !swap(row, other)) isWhole = false;
    });
    const parts = Array.from(found.querySelectorAll(PARTS));
    Array.from(document.querySelectorAll(PARTS)).forEach(function (part, place) {
      if (parts[place] && !swap(part, parts[place])) isWhole = false;
    });
    if (isWhole) there.dataset.version = fresh.dataset.version;
  }

  // Whether it is up to date now. What is under a finger, or open, or written into waits for the next time.
  function swap(old, other) {
    if (sense(old) === sense(other)) return true;
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    if (old.querySelector("details[open], :active") || (active && active.matches("input"))) return false;
    const fresh = document.importNode(other, true);
    old.replaceWith(fresh);
    htmx.process(fresh);
    if (active) same(fresh, active).focus({ preventScroll: true });
    return true;
  }

  function same(fresh, active) {
    if (active.matches("button[value]")) {
      return fresh.querySelector('button[value="' + CSS.escape(active.value) + '"]') || fresh;
    }
    return fresh;
  }

  // What it says, without what is new each time it is drawn.
  function sense(part) {
    const seen = Array.from(part.querySelectorAll("[name=seen], [name=agreed]"), function (each) { return each.value; });
    const marks = Array.from(part.querySelectorAll("[class]"), function (each) { return each.className; });
    return [part.textContent.replace(/\s+/g, " "), seen, marks].join("|");
  }

  timer = window.setTimeout(ask, every());
  window.addEventListener("focus", ask);
})();
