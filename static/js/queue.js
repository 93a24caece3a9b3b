"use strict";

// Every tap that htmx would post waits its turn here: one request at a time, in the order of the taps. What could not be
// sent is sent again with the receipt of its tap, so that the server does once what it may be asked for twice.
(function () {
  const LONGEST_WAIT = 10000;
  const SLOW_AFTER = 1500;
  const PATIENCE = 30000;
  const TIME_TO_READ = 2000;
  const GONE = [0, 502, 503, 504];

  const taps = []; // in order; the first one is on its way, or is the next to go
  const receipts = new Set();
  let request = null;
  let isOnItsWay = false;
  let timer = 0;
  let refusedAt = 0;
  let logIn = "";
  let touched = null; // where the last click was, if it was a pointer's

  document.addEventListener("click", function (event) {
    touched = event.detail ? { x: event.clientX, y: event.clientY } : null;
  }, true);

  function words() { return document.getElementById("not-saved"); }

  // What the browser itself would send. A form's data with a button as second argument has been there since 2023 only;
  // older browsers leave the button out without a word.
  function dataOf(form, submitter) {
    const data = new FormData(form);
    if (submitter && submitter.name && !submitter.disabled) data.append(submitter.name, submitter.value);
    return data;
  }

  // Enters a tap: what the form holds now is what will be sent, whatever becomes of the form meanwhile.
  function send(form, submitter) {
    const data = dataOf(form, submitter);
    const menu = submitter && submitter.closest("details.choices");
    if (menu) {
      const summary = menu.querySelector("summary");
      if (menu.contains(document.activeElement)) summary.focus(); // what is closed would lose it
      menu.open = false;
    }
    const tap = {
      form: form,
      shown: menu ? menu.querySelector("summary") : submitter || null,
      address: (submitter && submitter.getAttribute("formaction")) || form.getAttribute("hx-post"),
      target: form.getAttribute("hx-target"),
      swap: form.getAttribute("hx-swap"),
      data: data,
      leaves: submitter ? submitter.dataset.leaves || submitter.value : "",
      label: submitter ? submitter.getAttribute("aria-label") || submitter.textContent.replace(/\s+/g, " ").trim() : "",
      spot: touched,
      sent: 0,
      at: Date.now(),
    };
    const before = taps.filter(function (other) { return other.target === tap.target; }).pop();
    if (before && before.address === tap.address && before.leaves === tap.leaves) return;
    if (receipts.has(data.get("receipt"))) data.set("receipt", newReceipt());
    receipts.add(data.get("receipt"));
    taps.push(tap);
    document.dispatchEvent(new CustomEvent("clubchess:sent", { detail: { form: form, target: tap.target } }));
    mark();
    next();
    window.setTimeout(say, SLOW_AFTER + 50);
  }

  // crypto.randomUUID is there on https only, and clubs run this in their own four walls.
  function newReceipt() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
  }

  function next() {
    if (isOnItsWay || !taps.length) return;
    window.clearTimeout(timer);
    const tap = taps[0];
    // Over https it has the longer name; the shorter may then be left from before.
    const token = document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]+)/)
      || document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (token) tap.data.set("csrfmiddlewaretoken", token[1]); // logging in again changes it
    isOnItsWay = true;
    request = null;
    tap.sent += 1;
    const there = document.querySelector(tap.target);
    htmx.ajax("POST", tap.address, {
      source: words(),
      target: there || words(),
      swap: there ? tap.swap : "none",
      values: tap.data,
    }).catch(function () {}).then(function () {
      if (isOnItsWay && !request) finish(-1); // nothing was sent at all
    });
  }

  document.addEventListener("htmx:confirm", function (event) {
    const form = event.detail.elt;
    if (event.detail.verb !== "post" || !form.matches('form[hx-post][hx-target^="#"]')) return;
    event.preventDefault();
    const cause = event.detail.triggeringEvent;
    send(form, cause && cause.submitter);
  });
  document.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt === words()) event.detail.timeout = PATIENCE;
  });
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.elt === words()) request = event.detail.xhr;
  });
  document.addEventListener("htmx:beforeOnLoad", function (event) {
    if (event.detail.elt !== words()) return;
    logIn = event.detail.xhr.getResponseHeader("HX-Redirect") || "";
    if (logIn) event.preventDefault(); // leaving the page would lose the taps
  });
  document.addEventListener("htmx:xhr:loadend", function (event) {
    if (event.target !== words() || !isOnItsWay || !request || request.readyState !== 4) return;
    finish(request.status);
  });

  function finish(status) {
    isOnItsWay = false;
    answered(taps[0], status);
    mark();
    say();
  }

  function answered(tap, status) {
    if (logIn || GONE.includes(status)) {
      timer = window.setTimeout(next, Math.min(LONGEST_WAIT, 500 * Math.pow(2, tap.sent)));
      return;
    }
    taps.shift();
    const later = taps.filter(function (other) { return other.target === tap.target; });
    if (status >= 200 && status < 400) {
      // What this tap leaves behind is what the next tap on the same row knew to be there.
      if (later.length && later[0].data.has("seen") && tap.leaves) later[0].data.set("seen", tap.leaves);
    } else {
      refusedAt = Date.now();
      if (status !== 409 && status !== 422) notice(words().dataset.failed.replace("{tap}", tap.label));
      later.forEach(function (other) {
        taps.splice(taps.indexOf(other), 1);
        notice(words().dataset.dropped.replace("{tap}", other.label));
      });
    }
    document.dispatchEvent(new CustomEvent("clubchess:answered", { detail: { form: tap.form, target: tap.target, status: status, spot: tap.spot } }));
    window.setTimeout(next, 0);
  }

  function notice(text) {
    const line = document.createElement("p");
    line.className = "notice bad";
    line.textContent = text;
    document.getElementById("notices").append(line);
  }

  function refuse(text) {
    refusedAt = Date.now();
    notice(text);
  }

  // A refusal stays until a tap is answered that was made when it had been there to be read.
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (event.detail.target.id !== "notices" || !taps.length || taps[0].at > refusedAt + TIME_TO_READ) return;
    const fresh = event.detail.fragment.querySelector("#notices") || event.detail.fragment;
    fresh.prepend(...event.detail.target.cloneNode(true).children);
  });

  // What is only looked at is not kept: one looks again.
  function unreached(event) {
    if (event.detail.elt !== words()) notice(words().dataset.unreached);
  }
  document.addEventListener("htmx:sendError", unreached);
  document.addEventListener("htmx:timeout", unreached);
  document.addEventListener("htmx:responseError", unreached);

  function formOf(tap) {
    if (tap.form.isConnected) return tap.form;
    return document.querySelector('form[action="' + tap.form.getAttribute("action") + '"]');
  }

  function mark() {
    document.querySelectorAll("form[aria-busy]").forEach(function (form) { form.removeAttribute("aria-busy"); });
    document.querySelectorAll(".tapped").forEach(function (shown) { shown.classList.remove("tapped"); });
    document.querySelectorAll("button[data-words]").forEach(rest);
    const last = new Map();
    taps.forEach(function (tap) { last.set(tap.target, tap); });
    last.forEach(function (tap) {
      const form = formOf(tap);
      if (form) form.setAttribute("aria-busy", "true");
      if (tap.shown) tap.shown.classList.add("tapped");
    });
    taps.forEach(function (tap) {
      const form = formOf(tap);
      const button = form && form.querySelector("button[data-busy]");
      if (button) work(button);
    });
  }

  // A verb of the round says that it is on its way, and is dead meanwhile: a tap more would be the same one.
  function work(button) {
    button.dataset.words = button.textContent;
    button.textContent = button.dataset.busy;
    button.setAttribute("aria-disabled", "true");
  }
  function rest(button) {
    button.textContent = button.dataset.words;
    delete button.dataset.words;
    button.removeAttribute("aria-disabled");
  }

  // One short wait is nothing to read about; a line that is gone is said at once.
  function say() {
    const box = words();
    const isSlow = taps.length > 0 && (taps[0].sent > 1 || Date.now() - taps[0].at > SLOW_AFTER);
    const isGone = taps.length > 0 && taps[0].sent > 0 && !isOnItsWay;
    box.hidden = !(logIn || isSlow || isGone);
    if (box.hidden) return;
    const [spoken, link] = box.children;
    box.dataset.one = box.dataset.one || spoken.textContent;
    const text = logIn ? box.dataset.loggedOut : taps.length === 1 ? box.dataset.one : box.dataset.many;
    const line = text.replace("{count}", String(taps.length));
    if (spoken.textContent !== line) spoken.textContent = line;
    link.hidden = !logIn;
    if (logIn) link.href = logIn;
  }

  window.addEventListener("online", next);
  window.addEventListener("focus", next);
  document.addEventListener("visibilitychange", next);
  document.addEventListener("htmx:afterSettle", function () { if (taps.length) mark(); });
  window.addEventListener("beforeunload", function (event) {
    if (!taps.length) return;
    event.preventDefault();
    event.returnValue = true; // Chrome before 119 asks for this alone
  });

  window.clubchess = window.clubchess || {};
  window.clubchess.queue = { send: send, refuse: refuse, waiting: function () { return taps.length; } };
})();
