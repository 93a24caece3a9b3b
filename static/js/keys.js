"use strict";

// Results by keyboard: the board that has the focus takes the keys of the map that is shown beside the table. What is
// typed goes through the queue at once, and the next open board has the focus before the answer is there.
(function () {
  const typed = new Map(); // by row: what its keys not answered yet will have made of it, and how many they are
  const FORGETS_AFTER = 1000;
  let letters = "";
  let lastLetter = 0;
  let cameFrom = "";

  function rows() { return Array.from(document.querySelectorAll("ol.pairings[data-takes-keys] > .pairing:not(.match-head)")); }
  function legend() { return document.getElementById("key-map"); }
  function boardOf(row) { return row.dataset.board; }

  function focused() {
    const list = document.activeElement && document.activeElement.closest("ol.pairings[data-takes-keys]");
    return list && legend() ? document.activeElement.closest(".pairing:not(.match-head)") : null;
  }

  // What the row will say once everything typed for it has arrived.
  function resultOf(row) {
    const waiting = typed.get(row.id);
    return waiting ? waiting.result : row.querySelector("form.result [name=seen]").value;
  }
  function isOpen(row) {
    const waiting = typed.get(row.id);
    // Not by its class: a row just swapped in wears that of the row before until it has settled.
    return waiting ? waiting.result === "*" : Boolean(row.querySelector("form.result > button.score"));
  }

  function words(name, gaps) {
    return legend().dataset[name].replace(/\{(\w+)\}/g, function (gap, key) { return gaps[key]; });
  }
  function say(name, gaps) {
    const text = words(name, gaps);
    const place = document.getElementById("keys-said");
    place.textContent = "";
    window.setTimeout(function () { place.textContent = text; }, 20); // the same words twice are said twice
  }

  function goTo(row) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  function goToNextOpen(row) {
    const all = rows();
    const place = all.indexOf(row);
    const next = all.slice(place + 1).concat(all.slice(0, place)).find(isOpen);
    if (next) goTo(next);
    return Boolean(next);
  }

  function step(row, by) {
    const all = rows();
    const next = all[all.indexOf(row) + by];
    if (next) goTo(next);
  }

  function send(row, button, result) {
    const waiting = typed.get(row.id);
    typed.set(row.id, { result: result, count: waiting ? waiting.count + 1 : 1 });
    window.clubchess.queue.send(row.querySelector("form.result"), button);
  }

  function enter(row, result) {
    if (resultOf(row) !== "*") {
      return say(row.hasAttribute("data-is-previewed") ? "correctedElsewhere" : "hasResult", { board: boardOf(row) });
    }
    const buttons = Array.from(row.querySelectorAll("form.result button[name=result]"));
    const button = buttons.find(function (each) { return each.value === result; });
    if (!button) return undefined;
    send(row, button, result);
    say("typed", { board: boardOf(row), words: legend().querySelector('[data-result="' + result + '"]').textContent });
    goToNextOpen(row);
    return undefined;
  }

  function clear(row) {
    if (row.hasAttribute("data-is-previewed")) return say("correctedElsewhere", { board: boardOf(row) });
    if (isOpen(row)) return undefined;
    // A row whose result is still on its way has no button yet that clears it.
    const form = row.querySelector("form.result");
    const button = document.createElement("button");
    button.setAttribute("formaction", form.dataset.clears);
    button.dataset.leaves = "*";
    button.setAttribute("aria-label", words("cleared", { board: boardOf(row) })); // what the queue calls the tap
    button.hidden = true;
    form.append(button);
    send(row, button, "*");
    button.remove();
    return say("cleared", { board: boardOf(row) });
  }

  document.addEventListener("clubchess:answered", function (event) {
    const id = (event.detail.target || "").replace(/^#/, "");
    const waiting = typed.get(id);
    if (!waiting) return;
    waiting.count -= 1;
    if (event.detail.status >= 400 || waiting.count < 1) typed.delete(id); // a refusal takes the later keys with it
  });

  // Names, by the letters that one of their words begins with.
  function plain(text) { return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").trim(); }
  function isCalled(row, text) {
    return Array.from(row.querySelectorAll(".side .name")).some(function (name) {
      const parts = plain(name.textContent).split(/[\s,-]+/);
      return parts.some(function (part, place) { return parts.slice(place).join(" ").startsWith(text); });
    });
  }
  function find(text, after) {
    const all = rows();
    if (/^\d+$/.test(text)) return all.find(function (row) { return boardOf(row) === String(Number(text)); });
    const place = all.indexOf(after);
    return all.slice(place).concat(all.slice(0, Math.max(place, 0))).find(function (row) { return isCalled(row, plain(text)); });
  }

  function letter(row, key) {
    const now = Date.now();
    letters = now - lastLetter < FORGETS_AFTER ? letters + key : key;
    lastLetter = now;
    const next = rows()[rows().indexOf(row) + 1];
    const isNew = letters.length === key.length; // the first letter again leads on to the next who is called so
    const found = find(letters, isNew && next ? next : row);
    if (found) goTo(found);
    else say("notFound", { text: letters });
  }

  function press(row, key, event) {
    const results = JSON.parse(legend().dataset.keys);
    const typing = letters && Date.now() - lastLetter < FORGETS_AFTER;
    const sign = key === "−" || key === "–" ? "-" : key;
    if (sign in results) {
      letters = "";
      if (!event.repeat) enter(row, results[sign]); // a key held down is one result
      return true;
    }
    if (key === "Delete" || key === "Backspace") { if (!event.repeat) clear(row); return true; }
    if (key === "ArrowDown") { step(row, 1); return true; }
    if (key === "ArrowUp") { step(row, -1); return true; }
    if (key === "/") { openFinder(row); return true; }
    if (key === "Enter" && event.target === row) {
      const onwards = document.getElementById("next-round");
      if (!event.repeat && !goToNextOpen(row) && !isOpen(row) && onwards) onwards.focus();
      return true;
    }
    if (key === "Escape" && !row.querySelector("details[open]")) { document.activeElement.blur(); return true; }
    if (/^\p{L}$/u.test(key) || (typing && /^[ '-]$/.test(key))) { letter(row, key); return true; }
    return false;
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const row = focused();
    if (row ? press(row, event.key, event) : held && hold(event)) event.preventDefault();
  });

  // The finder: a number is a board, anything else a name. Escape leads back to where one came from.
  function openFinder(row) {
    cameFrom = row.id;
    const box = document.getElementById("find-board");
    box.value = "";
    box.focus();
  }
  document.addEventListener("submit", function (event) {
    if (!event.target.matches("[data-finds-board]")) return;
    event.preventDefault();
    const text = document.getElementById("find-board").value.trim();
    const found = text && find(text, rows()[0]);
    if (found) goTo(found);
    else if (text) say("notFound", { text: text });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || event.target.id !== "find-board") return;
    const row = document.getElementById(cameFrom) || rows()[0];
    if (row) goTo(row);
  });

  // What is typed while the boards are on their way is kept, in order, until they are there: or it is said that it was
  // not entered. Only the first open board can be meant, as that is where the focus will be.
  let held = null; // by which form they come, what was typed since, and what to say of it where they do not

  document.addEventListener("clubchess:sent", function (event) {
    const form = event.detail.form;
    if (!("thenKeys" in form.dataset)) return;
    const refusal = document.getElementById("evening").dataset.lostKeys;
    held = { form: form, keys: [], refusal: refusal, isAnswered: false };
  });
  document.addEventListener("clubchess:answered", function (event) {
    if (!held || event.detail.form !== held.form) return;
    if (event.detail.status >= 200 && event.detail.status < 400) held.isAnswered = true; // and swapped in a moment
    else refuseHeld();
  });

  function hold(event) {
    const key = event.key;
    const goesOn = ["Enter", "ArrowDown", "ArrowUp", " "].includes(key);
    if (goesOn ? !held.keys.length : key.length > 1 && key !== "Delete" && key !== "Backspace") return false;
    if (!event.repeat) held.keys.push(key);
    return true;
  }

  function refuseHeld() {
    const kept = held;
    held = null;
    if (kept.keys.length) window.clubchess.queue.refuse(kept.refusal.replace("{keys}", kept.keys.join(" ")));
  }

  function enterHeld() {
    const first = document.querySelector("ol.pairings[data-takes-keys=now]") && rows().find(isOpen);
    while (first && held.keys.length && held.keys[0] !== "/") { // what follows that is for the box of names
      const row = focused() || (goTo(first), first);
      press(row, held.keys.shift(), { target: row, repeat: false });
    }
    refuseHeld();
  }

  // Where there is a keyboard the table has the focus as soon as there is something to enter.
  function begin() {
    const list = document.querySelector("ol.pairings[data-takes-keys=now]");
    const isFree = !document.activeElement || document.activeElement.matches("body, h1");
    if (!list || !isFree || location.hash || !window.matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    const open = rows().find(isOpen);
    if (open) open.focus({ preventScroll: true });
  }
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", function (event) {
    if (event.detail.elt.id !== "evening") return;
    begin();
    if (held && held.isAnswered) enterHeld();
  });
})();
