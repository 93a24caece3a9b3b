"use strict";

// Every tap that htmx would post waits its turn here: one request at a time, in the order of the taps. What could not be
// sent is sent again with the receipt of its tap, so that the server does once what it may be asked for twice. Meanwhile it
// lies in the browser's store (outbox.js), and when the page is closed the next one of the same person sends it.
(function () {
  const LONGEST_WAIT = 10000;
  const SLOW_AFTER = 1500;
  const PATIENCE = 30000;
  const TIME_TO_READ = 2000;
  const GONE = [0, 502, 503, 504];
  const LOOK_AGAIN = 10000;

  const outbox = window.clubchess.outbox;
  const taps = []; // in order; the first one is on its way, or is the next to go
  const receipts = new Set();
  let request = null;
  let isOnItsWay = false;
  let isAsking = false;
  // As the worker has kept it, or as before the taps of a page that is gone.
  let isOutOfDate = Boolean(document.body.dataset.kept) || (isOfTonight() && outbox.wasDoneMeanwhile());
  let isBeingLoaded = false;
  let timer = 0;
  let refusedAt = 0;
  let held = Date.now(); // when the store was last told that this page is there
  let logIn = "";
  let touched = null; // where the last click was, if it was a pointer's

  document.addEventListener("click", function (event) {
    touched = event.detail ? { x: event.clientX, y: event.clientY } : null;
  }, true);

  function words() { return document.getElementById("not-saved"); }
  function isOfTonight() { return Boolean(document.querySelector("#evening, #door")); }

  // What the browser itself would send. A form's data with a button as second argument has been there since 2023 only;
  // older browsers leave the button out without a word.
  function dataOf(form, submitter) {
    const data = new FormData(form);
    if (submitter && submitter.name && !submitter.disabled) data.append(submitter.name, submitter.value);
    return data;
  }

  // Enters a tap: what the form holds now is what will be sent, whatever becomes of the form meanwhile.
  function send(form, submitter) {
    if (isBeingLoaded) window.stop(); // the tap would go with this page before the store has it
    isBeingLoaded = false;
    const data = dataOf(form, submitter);
    const menu = submitter && submitter.closest("details.choices");
    if (menu) {
      const summary = menu.querySelector("summary");
      if (menu.contains(document.activeElement)) summary.focus(); // what is closed would lose it
      menu.open = false;
    }
    const tap = {
      form: form,
      action: form.getAttribute("action"),
      shown: menu ? menu.querySelector("summary") : submitter || null,
      button: submitter && submitter.name ? { name: submitter.name, value: submitter.value } : null,
      address: (submitter && submitter.getAttribute("formaction")) || form.getAttribute("hx-post"),
      target: form.getAttribute("hx-target"),
      swap: form.getAttribute("hx-swap"),
      data: data,
      leaves: submitter ? submitter.dataset.leaves || submitter.value : "",
      label: submitter ? meaning(form, submitter) : "",
      spot: touched,
      sent: 0,
      at: Date.now(),
      path: window.location.pathname + window.location.search,
      title: document.title.replace(/^\(\d+\) /, ""),
      key: 0,
      isHere: true,
      hasWaited: isOutOfDate || taps.some(function (other) { return other.hasWaited; }),
    };
    const before = taps.filter(function (other) { return isOfSamePlace(other, tap); }).pop();
    if (before && before.address === tap.address && before.leaves === tap.leaves) return;
    if (receipts.has(data.get("receipt"))) data.set("receipt", outbox.newReceipt());
    receipts.add(data.get("receipt"));
    if (!taps.length) held = Date.now(); // what is kept only now needs no look whether it still is
    taps.push(tap);
    keep(tap);
    document.dispatchEvent(new CustomEvent("clubchess:sent", { detail: { form: form, target: tap.target } }));
    mark();
    next();
    window.setTimeout(say, SLOW_AFTER + 50);
  }

  function isOfSamePlace(one, other) { return one.target === other.target && one.path === other.path; }

  function textOf(element) { return element ? element.textContent.replace(/\s+/g, " ").trim() : ""; }

  // In words that are still understood when the page is gone: of whom, or of which board.
  function meaning(form, submitter) {
    const about = textOf(form.matches(".place") ? form.querySelector(".who .name") || form.querySelector(".who") : (form.closest(".pairing") || form).querySelector(".no"));
    const becomes = submitter.matches(".tap") ? words().dataset[submitter.value] : "";
    const what = becomes || submitter.getAttribute("aria-label") || textOf(submitter);
    return !about || what.includes(about) ? what : about + ": " + what;
  }

  // As it lies in the store: without what is of this page alone.
  function stored(tap) {
    const { form, shown, spot, key, isHere, isKept, hasWaited, data, sent, ...rest } = tap;
    return { ...rest, ...(key ? { id: key } : {}), fields: Array.from(data.entries()) };
  }

  function keep(tap) {
    tap.isKept = outbox.keep(stored(tap)).then(function (key) {
      tap.key = key;
      say();
    }).catch(function () { return null; }); // refused or full: it lives as long as this page
  }

  // From pages that are gone, and before what is tapped here. A page that is not of the same address shows nothing of it.
  function takeOver() {
    return outbox.takeOver().then(function (found) {
      const places = taps.length && isOnItsWay ? 1 : 0;
      taps.splice(places, 0, ...found.map(function (each) {
        const data = new FormData();
        each.fields.forEach(function ([name, value]) { data.append(name, value); });
        receipts.add(data.get("receipt"));
        return { ...each, key: each.id, data: data, form: null, shown: null, spot: null, sent: 0, isHere: each.path === window.location.pathname + window.location.search, hasWaited: true };
      }));
      if (!found.length) return;
      mark();
      say();
      next();
    }).catch(function () { return null; });
  }

  // A page that slept may have been taken for dead, and what it had in hand be sent by another.
  function hold() {
    if (!taps.some(function (tap) { return tap.key; })) return Promise.resolve();
    return outbox.hold().then(function (keys) {
      held = Date.now();
      const others = taps.slice(isOnItsWay ? 1 : 0).filter(function (tap) { return tap.key && !keys.includes(tap.key); });
      others.forEach(function (tap) { taps.splice(taps.indexOf(tap), 1); });
      if (!others.length) return;
      mark();
      say();
    }).catch(function () { return null; });
  }

  function next() {
    if (isOnItsWay || isAsking || !taps.length) return;
    window.clearTimeout(timer);
    if (Math.abs(Date.now() - held) < outbox.IN_HAND) return post(taps[0]);
    isAsking = true;
    hold().then(function () {
      held = Date.now();
      isAsking = false;
      next();
    });
  }

  function post(tap) {
    if (outbox.token()) tap.data.set("csrfmiddlewaretoken", outbox.token());
    isOnItsWay = true;
    request = null;
    tap.sent += 1;
    const there = tap.isHere && document.querySelector(tap.target);
    htmx.ajax("POST", tap.address, {
      source: words(),
      target: there || words(),
      swap: there ? tap.swap : "none",
      values: tap.data,
      headers: { "X-Sent-By": document.body.dataset.outbox },
    }).catch(function () {}).then(function () {
      if (isOnItsWay && !request) finish(-1); // nothing was sent at all
    });
  }

  // What an answer has brought htmx hears 20 ms later only, and a tap until then would be posted by the browser itself.
  const QUEUED = 'form[hx-post][hx-target^="#"]';
  document.addEventListener("submit", function (event) {
    if (!event.target.matches(QUEUED)) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("htmx:confirm", function (event) {
    if (event.detail.elt.matches(QUEUED)) event.preventDefault();
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
    if (logIn || !taps[0].isHere) event.preventDefault(); // leaving the page would lose the taps; another's parts are not for this one
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
      taps.forEach(function (each) { each.hasWaited = true; });
      timer = window.setTimeout(next, Math.min(LONGEST_WAIT, 500 * Math.pow(2, tap.sent)));
      return;
    }
    const told = [];
    taps.shift();
    const later = taps.filter(function (other) { return isOfSamePlace(other, tap); });
    if (status >= 200 && status < 400) {
      // What this tap leaves behind is what the next tap on the same row knew to be there.
      const isMoved = later.length && later[0].data.has("seen") && tap.leaves;
      if (isMoved) later[0].data.set("seen", tap.leaves);
      settle(tap, isMoved ? later[0] : null);
    } else {
      refusedAt = Date.now();
      if (tap.hasWaited) told.push(tell(tap, reasonOf(status)));
      else if (status !== 409 && status !== 422) notice(words().dataset.failed.replace("{tap}", tap.label));
      if (!tap.hasWaited) settle(tap, null);
      later.forEach(function (other) {
        taps.splice(taps.indexOf(other), 1);
        if (tap.hasWaited) return told.push(tell(other, words().dataset.before));
        notice(words().dataset.dropped.replace("{tap}", other.label));
        settle(other, null);
      });
    }
    document.dispatchEvent(new CustomEvent("clubchess:answered", { detail: { form: tap.form || words(), target: tap.target, status: status, spot: tap.spot } }));
    window.setTimeout(next, 0);
    if (!tap.isHere && isOfTonight()) isOutOfDate = true;
    Promise.all(told).then(showAsItIs);
  }

  // Once it is known under which key it lies there.
  function settle(tap, after) {
    Promise.all([tap.isKept, after && after.isKept]).then(function () {
      if (tap.key) return outbox.settle(tap.key, after && after.key ? stored(after) : null);
      return null;
    }).catch(function () { return null; });
  }

  function loadWhenReached() {
    if (isOutOfDate && !taps.length) fetch("/healthz", { cache: "no-store" }).then(showAsItIs, function () { return null; });
  }

  function showAsItIs() {
    if (taps.length || !isOutOfDate) return;
    isBeingLoaded = true;
    window.location.reload();
  }

  function reasonOf(status) {
    const answer = new DOMParser().parseFromString(request ? request.responseText : "", "text/html");
    return textOf(answer.querySelector("#notices .notice")) || words().dataset["status-" + status] || "";
  }

  // Of what was tapped a while ago nobody knows any more what it was: it is told in whole, until somebody has read it.
  function tell(tap, reason) {
    return Promise.resolve(tap.isKept).then(function () { return outbox.refuse(stored(tap), reason); }).catch(function () {
      notice(words().dataset.failed.replace("{tap}", tap.label) + " " + reason);
    });
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
    if (event.detail.target.id !== "notices" || !taps.length) return;
    const fresh = event.detail.fragment.querySelector("#notices") || event.detail.fragment;
    if (request.status >= 400 && taps[0].hasWaited) fresh.replaceChildren(); // told with what was meant
    if (taps[0].at > refusedAt + TIME_TO_READ) return;
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
    if (tap.form && tap.form.isConnected) return tap.form;
    return tap.isHere ? document.querySelector('form[action="' + tap.action + '"]') : null;
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
      const shown = tap.shown || (form && tap.button && Array.from(form.elements).find(function (each) { return each.name === tap.button.name && each.value === tap.button.value; }));
      if (shown) shown.classList.add("tapped");
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
    const isSlow = taps.length > 0 && (taps[0].hasWaited || Date.now() - taps[0].at > SLOW_AFTER);
    const isGone = taps.length > 0 && taps[0].sent > 0 && !isOnItsWay;
    box.hidden = !(logIn || isSlow || isGone);
    if (box.hidden) return;
    const [spoken, link] = box.children;
    box.dataset.openOne = box.dataset.openOne || spoken.textContent;
    const isKept = taps.every(function (tap) { return tap.key; });
    const line = box.dataset[(isKept ? "kept" : "open") + (logIn ? "LoggedOut" : taps.length === 1 ? "One" : "Many")].replace("{count}", String(taps.length));
    box.classList.toggle("bad", !isKept);
    box.classList.toggle("warn", isKept);
    if (spoken.textContent !== line) spoken.textContent = line;
    link.hidden = !logIn;
    link.target = isKept ? "" : "_blank";
    if (logIn) link.href = logIn;
  }

  window.addEventListener("online", next);
  window.addEventListener("focus", next);
  document.addEventListener("visibilitychange", next);
  document.addEventListener("htmx:afterSettle", function () { if (taps.length) mark(); });
  window.addEventListener("beforeunload", function (event) {
    if (taps.every(function (tap) { return tap.key; })) return;
    event.preventDefault();
    event.returnValue = true; // Chrome before 119 asks for this alone
  });

  window.addEventListener("pageshow", function (event) { if (event.persisted) hold().then(takeOver).then(next); });
  window.setInterval(hold, outbox.IN_HAND / 3);
  window.setInterval(function () { if (!document.hidden) takeOver(); }, LOOK_AGAIN);
  takeOver().then(function () { if (!document.body.dataset.kept) loadWhenReached(); });

  // Without a network tonight's pages open as they were last seen: this one, those that it leads to, and again as taps have
  // changed it. Once there is a network they are as they are.
  const REST = 5000;
  let resting = 0;
  function keepForLater(others) {
    if (!isOfTonight() || document.body.dataset.kept) return;
    outbox.keepForLater(function () { return [window.location.pathname, ...others]; });
  }
  function waysOn() {
    const links = Array.from(document.querySelectorAll("header.top .places a[href], .rounds a[href]"), function (each) { return each.pathname; });
    const rounds = links.filter(function (each) { return /\/rounds\/\d+\/$/.test(each); });
    return [...links.filter(function (each) { return /\/(standings|crosstable|grid|tree|papers)\/$/.test(each); }), ...rounds.slice(-4)];
  }
  outbox.tellSince(words().dataset.since);
  window.setTimeout(function () { keepForLater(waysOn()); }, REST / 5);
  document.addEventListener("clubchess:answered", function () {
    window.clearTimeout(resting);
    resting = window.setTimeout(keepForLater, REST, []);
  });
  window.addEventListener("online", loadWhenReached);

  // What a correction would change only the server can show. Without it the correction is a tap like any other, if it is meant.
  document.addEventListener("click", function (event) {
    const link = event.target.closest(".pairing[data-is-previewed] form.result a[role=button][href*='?result=']");
    if (!link || (window.navigator.onLine && !taps.some(function (tap) { return tap.hasWaited; }))) return;
    event.preventDefault();
    const form = link.closest("form");
    const result = new URLSearchParams(link.search).get("result");
    const button = document.createElement("button");
    button.hidden = true;
    button.setAttribute("aria-label", link.getAttribute("aria-label") || textOf(link));
    if (result === "*") button.setAttribute("formaction", form.dataset.clears);
    else Object.assign(button, { name: "result", value: result });
    button.dataset.leaves = result;
    form.append(button);
    if (window.confirm(words().dataset.corrects.replace("{tap}", meaning(form, button)))) send(form, button);
    button.remove();
    link.closest("details").open = false;
  });

  document.addEventListener("submit", function (event) {
    if (event.defaultPrevented || !event.target.matches("form.log-out")) return;
    event.preventDefault();
    outbox.leave(event.target, words().dataset, null, taps.length).then(function (isThere) { if (!isThere) notice(words().dataset.unreached); });
  });

  window.clubchess.queue = { send: send, refuse: refuse, waiting: function () { return taps.length; } };
})();
