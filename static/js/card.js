"use strict";

// A tap on a card is kept until the server has answered it, as the staff's are (outbox.js, queue.js), and its answer takes the
// place of the page without leaving it: the finger and the focus stay where they are.
(function () {
  const PATIENCE = 15000;
  const SLOW_AFTER = 1500;
  const LONGEST_WAIT = 20000;
  const LATER = [429, 502, 503, 504];

  const outbox = window.clubchess.outbox;
  const body = document.body;
  const said = document.getElementById("said");
  if (!body.dataset.outbox) return;

  const taps = []; // in order; the first one is on its way, or is the next to go
  const receipts = new Set();
  let isOnItsWay = false;
  let failures = 0;
  let timer = 0;

  function textOf(element) { return element ? element.textContent.replace(/\s+/g, " ").trim() : ""; }
  function here() { return window.location.pathname + window.location.search; }

  // What was asked, and what was said to it.
  function meaning(form, submitter) {
    const section = form.closest("section");
    const about = textOf(section && section.querySelector("h2, h3"));
    const what = textOf((submitter && submitter.querySelector("b")) || submitter);
    return about && !form.closest("li") ? about + ": " + what : what;
  }

  // An answer's value says first what it is, then what it promised when it was tapped.
  function wordOf(value) { return value.split(" ")[0]; }

  function fieldOf(form, name) {
    const field = form.querySelector('[name="' + name + '"]');
    return field ? field.value : "";
  }

  function formOf(page, tap) {
    return Array.from(page.querySelectorAll("form")).find(function (form) {
      if (form.getAttribute("action") !== tap.action || fieldOf(form, "date") !== tap.date) return false;
      return !tap.button || buttonOf(form, tap.button);
    });
  }

  function buttonOf(form, wanted) {
    return Array.from(form.querySelectorAll("button")).find(function (each) {
      return each.name === wanted.name && wordOf(each.value) === wordOf(wanted.value);
    });
  }

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    if (form.hasAttribute("data-forgets")) {
      event.preventDefault();
      const player = fieldOf(form, "player");
      outbox.leave(form, body.dataset, function (tap) { return tap.address.includes("/" + player); }).then(function (isThere) {
        if (!isThere) say(body.dataset.unreached, form, "bad");
      });
    } else if (form.querySelector("[name=receipt]")) {
      event.preventDefault();
      enter(form, event.submitter);
    }
  });

  function enter(form, submitter) {
    const data = new FormData(form);
    if (submitter && submitter.name) data.append(submitter.name, submitter.value);
    const section = form.closest("section");
    const chosen = section && section.querySelector("button.answer.chosen");
    const tap = {
      action: form.getAttribute("action"),
      address: form.getAttribute("action") || here(),
      date: fieldOf(form, "date"),
      button: submitter && submitter.name ? { name: submitter.name, value: submitter.value } : null,
      before: section && section.querySelector("[data-undoes]") ? (chosen ? wordOf(chosen.value) : "?") : "",
      label: meaning(form, submitter),
      at: Date.now(),
      path: here(),
      title: document.title,
    };
    const last = taps.filter(function (other) { return isOfSamePlace(other, tap); }).pop();
    if (last && last.label === tap.label) return;
    if (receipts.has(data.get("receipt"))) data.set("receipt", outbox.newReceipt());
    receipts.add(data.get("receipt"));
    tap.fields = Array.from(data.entries());
    taps.push(tap);
    tap.isKept = outbox.keep(plain(tap)).then(function (key) { tap.id = key; }).catch(function () { return null; });
    mark();
    next();
    window.setTimeout(function () { if (taps.includes(tap) && tap.id) wait(); }, SLOW_AFTER);
  }

  function isOfSamePlace(one, other) { return one.action === other.action && one.date === other.date && one.address === other.address; }

  function next() {
    if (isOnItsWay || !taps.length) return;
    window.clearTimeout(timer);
    isOnItsWay = true;
    const tap = taps[0];
    const control = new AbortController();
    const impatience = window.setTimeout(function () { control.abort(); }, PATIENCE);
    const sent = new URLSearchParams(tap.fields);
    if (outbox.token()) sent.set("csrfmiddlewaretoken", outbox.token());
    fetch(tap.address, { method: "POST", body: sent, signal: control.signal }).then(function (answer) {
      if (LATER.includes(answer.status)) throw answer.status;
      return answer.text().then(function (text) { return answered(tap, answer, new DOMParser().parseFromString(text, "text/html")); });
    }).then(function () {
      failures = 0;
      isOnItsWay = false;
      next();
    }, function () { failed(); }).finally(function () { window.clearTimeout(impatience); });
  }

  function failed() {
    isOnItsWay = false;
    failures += 1;
    timer = window.setTimeout(next, Math.min(LONGEST_WAIT, 500 * Math.pow(2, failures)));
    const tap = taps[0];
    tap.isKept = Promise.resolve(tap.isKept).then(function () {
      if (tap.id || !taps.includes(tap)) return wait();
      taps.splice(taps.indexOf(tap), 1); // nothing may be stored here: whoever tapped tries again
      mark();
      say(body.dataset.unreached, formOf(document, tap), "bad");
      return null;
    });
  }

  async function answered(tap, answer, page) {
    await tap.isKept;
    taps.shift();
    const later = taps.filter(function (other) { return isOfSamePlace(other, tap); });
    const fresh = formOf(page, tap);
    if (answer.ok) {
      // What stands there now is what the next tap on the same knew to be there.
      const seen = later.length && fresh ? fieldOf(fresh, "seen") : "";
      if (seen) later[0].fields = later[0].fields.map(function ([name, value]) { return [name, name === "seen" ? seen : value]; });
      if (tap.id) await outbox.settle(tap.id, seen && later[0].id ? plain(later[0]) : null).catch(function () { return null; });
    } else {
      const reason = textOf(page.querySelector("main .notice")) || body.dataset["status-" + answer.status] || "";
      for (const other of [tap, ...later]) {
        if (other !== tap) taps.splice(taps.indexOf(other), 1);
        await outbox.refuse(plain(other), reason).catch(function () { say(reason || body.dataset.unreached, null, "bad"); });
      }
    }
    if (!taps.length) show(tap, answer, page);
    else mark();
  }

  function plain(tap) {
    const { isKept, ...rest } = tap;
    return rest;
  }

  // In place of what is there. Of a tap that was made on another page only the news is told.
  function show(tap, answer, page) {
    const before = formOf(document, tap);
    const top = before ? before.getBoundingClientRect().top : 0;
    const hadFocus = document.activeElement !== body;
    const folds = Array.from(document.querySelectorAll("main details"), function (each) { return each.open ? textOf(each.querySelector("summary")) : ""; });
    const isWhole = page.getElementById("content") && page.body.dataset.outbox === body.dataset.outbox && tap.path === here();
    if (isWhole) {
      ["#content", "body > footer"].forEach(function (part) {
        const there = document.querySelector(part);
        const refused = there.querySelector("#refused");
        there.replaceChildren(...page.querySelector(part).childNodes);
        if (refused) there.querySelector("#refused").replaceWith(refused);
      });
      if (!answer.ok) document.querySelectorAll("main > .notice[role=alert]:not(#refused)").forEach(function (each) { each.remove(); }); // told with what was meant
      document.title = page.title;
      delete body.dataset.kept;
      const address = new URL(answer.url);
      if (answer.ok && address.pathname + address.search !== here()) window.history.replaceState(null, "", address);
      document.querySelectorAll("main details").forEach(function (each) { if (folds.includes(textOf(each.querySelector("summary")))) each.open = true; });
    }
    mark();
    const form = formOf(document, tap);
    if (form && before) window.scrollBy({ top: form.getBoundingClientRect().top - top, behavior: "instant" });
    if (!answer.ok) return;
    const own = isWhole && !form && document.querySelector("main .notice:not(#refused)"); // the answer says it itself
    if (own) {
      said.textContent = textOf(own);
      return;
    }
    const line = say(body.dataset.saved.replace("{tap}", tap.label), form, "");
    const undo = isWhole && form && undoOf(form, tap);
    if (undo) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain-button";
      button.textContent = body.dataset.undo;
      button.addEventListener("click", function () { undo.click(); });
      line.append(" ", button);
    }
    const focused = isWhole && hadFocus && form && ((tap.button && buttonOf(form, tap.button)) || form.querySelector("button"));
    if (focused) focused.focus({ preventScroll: true });
  }

  function undoOf(form, tap) {
    if (!tap.button || tap.before === "?") return null;
    const section = form.closest("section") || form;
    if (tap.before) return buttonOf(section, { name: tap.button.name, value: tap.before });
    return section.querySelector("[data-undoes]");
  }

  // Beside what was tapped, and spoken.
  function say(words, form, tone) {
    document.querySelectorAll(".saved").forEach(function (line) { line.remove(); });
    const line = document.createElement("p");
    line.className = "notice saved " + tone;
    line.textContent = words;
    const button = form && form.matches(".answers") && form.querySelector(":scope > .answer.chosen, :scope > .waiting");
    if (button) button.after(line);
    else if (form) form.append(line);
    else document.getElementById("content").prepend(line);
    said.textContent = words;
    return line;
  }

  function wait() {
    mark();
    if (taps.length) say(body.dataset.waits, formOf(document, taps[taps.length - 1]), "warn");
  }

  // What waits is shown as chosen, and that it waits.
  function mark() {
    document.querySelectorAll("form[aria-busy]").forEach(function (form) { form.removeAttribute("aria-busy"); });
    document.querySelectorAll(".waiting").forEach(function (button) { button.classList.remove("waiting"); });
    taps.forEach(function (tap) {
      const form = formOf(document, tap);
      const button = form && tap.button && buttonOf(form, tap.button);
      if (!form) return;
      form.setAttribute("aria-busy", "true");
      (form.closest("section") || form).querySelectorAll(".chosen, .waiting").forEach(function (other) { other.classList.remove("chosen", "waiting"); });
      if (button) button.classList.add("chosen", "waiting");
    });
  }

  function takeOver() {
    return outbox.takeOver().then(function (found) {
      taps.splice(isOnItsWay ? 1 : 0, 0, ...found);
      if (!found.length) return;
      wait();
      next();
    }).catch(function () { return null; });
  }

  function hold() {
    if (!taps.some(function (tap) { return tap.id; })) return Promise.resolve();
    return outbox.hold().then(function (keys) {
      const others = taps.slice(isOnItsWay ? 1 : 0).filter(function (tap) { return tap.id && !keys.includes(tap.id); });
      others.forEach(function (tap) { taps.splice(taps.indexOf(tap), 1); });
    }).catch(function () { return null; });
  }

  function again() { hold().then(takeOver).then(next); }

  window.addEventListener("online", again);
  window.addEventListener("focus", again);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) again(); });
  window.addEventListener("pageshow", function (event) { if (event.persisted) again(); });
  window.setInterval(hold, outbox.IN_HAND / 3);
  takeOver();

  outbox.tellSince(body.dataset.since || "");
  outbox.keepForLater(function (isNew) { return isNew ? [window.location.pathname] : []; });
})();
