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
    get(body.dataset.live + (body.dataset.live.includes("?") ? "&v=" : "?v=") + encodeURIComponent(body.dataset.version)).then(function (found) {
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
    return fetchWithin(address, "no-store", function (answer) {
      if (answer.status === 204) return null;
      if (answer.status !== 200) throw answer.status;
      return answer.text();
    }).then(function (text) {
      if (text === null) return null;
      const found = new DOMParser().parseFromString(text, "text/html").querySelector("#live[data-version]");
      if (!found) throw 0;
      return found;
    });
  }

  // `read` makes something of the answer, in the same time.
  function fetchWithin(address, cache, read) {
    const control = new AbortController();
    const impatience = window.setTimeout(function () { control.abort(); }, PATIENCE);
    const options = { cache: cache, credentials: "omit", signal: control.signal };
    return fetch(address, options).then(read).finally(function () { window.clearTimeout(impatience); });
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
    const time = upTo ? clock(upTo) : "";
    const words = fresh.dataset[upTo ? trouble || "fresh" : "earlier"].replace("{time}", time);
    fresh.className = ("fresh " + trouble).trim();
    if (fresh.textContent !== words) fresh.textContent = words;
    return words;
  }

  // The club's clock, as everywhere on the page; to whoever reads it elsewhere their own too.
  function clock(date) {
    const { abroad, zone, offset } = fresh.dataset;
    const here = told(date);
    if (!zone || Number(offset) === -60 * date.getTimezoneOffset()) return here; // as when the page was made: not abroad
    const there = told(date, zone);
    const city = zone.split("/").pop().replace(/_/g, " ");
    return there === here ? here : abroad.replace("{time}", there).replace("{city}", city).replace("{here}", here);
  }

  // The day too where it is not today. Today's clock without the browser's calendar: a phone needs a quarter of a second to
  // load that, before anything of the page is seen.
  function told(date, zone) {
    const isToday = date.toDateString() === new Date().toDateString();
    if (isToday && !zone) return date.toTimeString().slice(0, 5);
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
    const parts = isToday ? time : { day: "numeric", month: "short", ...time };
    return date.toLocaleString(document.documentElement.lang, parts);
  }

  function say(words) {
    said.textContent = words;
    window.setTimeout(function () { if (said.textContent === words) said.textContent = ""; }, 10000);
  }

  // Patching

  function show(found) {
    mayMove = true;
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
    narrow();
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

  function isTheReaders(element, attribute) {
    return (element.nodeName === "DETAILS" && attribute.name === "open") || (element.matches(".this-is-me") && attribute.name === "hidden");
  }

  // Whose row it is: the same one wherever it has gone. What has no such name is the same in the same place: so is a
  // cell of a crosstable, whose opponent may stand in its row twice.
  function key(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    return node.dataset.key || node.id || (node.nodeName !== "TD" && node.dataset.player) || "";
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

  // Finding a name in a long list. What is typed goes on holding when the list is patched.

  function plain(text) { return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").trim(); }

  function narrow() {
    const field = document.getElementById("find-name");
    if (!field) return;
    const wanted = plain(field.value);
    live.querySelectorAll(".by-name :is([data-player], li)").forEach(function (row) {
      row.hidden = !plain(row.querySelector("a").textContent).includes(wanted);
    });
    const absent = live.querySelector("details.by-name");
    if (absent && wanted) absent.open = Boolean(absent.querySelector("li:not([hidden])"));
  }

  document.addEventListener("input", function (event) { if (event.target.id === "find-name") narrow(); });

  // Whoever goes to the names types next: three letters, and one tap less.
  function beginToSeek() {
    const field = document.getElementById("find-name");
    if (field) field.focus();
    return Boolean(field);
  }

  // The own board. Who the reader is holds for the whole club, by the key of the person's page. Whoever is only a number to
  // the public has none: then it is the start number, in one tournament. An address with #p17 goes before both.

  const own = document.getElementById("own");
  const asksWho = Boolean(live.querySelector("[data-asks-who]")); // this page is for the own board alone
  const ofClub = "me:" + body.dataset.club;
  const ofTournament = body.dataset.tournament ? "me:" + body.dataset.tournament : "";
  const ofBox = "own:" + body.dataset.own;
  let boards = []; // as the server has them, and the version they were fetched for
  let version = "";
  let mayMove = false; // once it is known here whether there is an own board, or the reader has tapped
  let marked = [];

  function remember(name, value) {
    try {
      if (value) window.localStorage.setItem(name, value);
      else if (name) window.localStorage.removeItem(name);
    } catch (error) {
      return; // not allowed here: the address remembers, on this page
    }
  }

  function remembered(name) {
    try {
      return (name && window.localStorage.getItem(name)) || "";
    } catch (error) {
      return "";
    }
  }

  function choose(key, number) {
    remember(ofClub, key);
    remember(ofTournament, number);
  }

  // By a tap: what was drawn for the one before is nobody's business any more.
  function chooseAnew(key, number) {
    choose(key, number);
    mayMove = true;
    try {
      Object.keys(window.localStorage).filter(function (name) { return name.startsWith("own:"); }).forEach(function (name) { remember(name, ""); });
    } catch (error) {
      return;
    }
  }

  function linked() {
    const match = /^#p(\d+)$/.exec(window.location.hash);
    return match ? match[1] : "";
  }

  function isChosen() { return Boolean(linked() || remembered(ofClub) || remembered(ofTournament)); }

  function tellOwn() {
    if (!own || !body.dataset.own) return;
    if (!isChosen() || version === body.dataset.version) return fill();
    const wanted = body.dataset.version;
    own.classList.add("asking");
    if (!version) drawAsItWas();
    fetchWithin(body.dataset.own, "no-cache", function (answer) {
      if (answer.status !== 200) throw answer.status;
      return answer.json();
    }).then(function (found) {
      boards = found;
      version = wanted;
    }).catch(function () { return null; }).then(function () {
      own.classList.remove("asking");
      fill();
    });
  }

  // Before anything of the page is seen, so that nothing moves when the answer comes: of this version what was drawn last; of
  // an older one who it is, and room for what may come.
  function drawAsItWas() {
    const last = JSON.parse(remembered(ofBox) || "null");
    own.hidden = Boolean(last) && !last.boards.length && !linked();
    own.classList.add("empty");
    own.classList.toggle("linked", Boolean(linked()));
    const isSame = Boolean(last) && last.version === body.dataset.version;
    if (!isSame && !linked() && !mayMove) own.style.minHeight = own.offsetHeight + "px";
    if (!last) return;
    mayMove = true;
    boards = last.boards;
    const player = me()[1];
    if (player && isSame) fill();
    else if (player) mark(player);
    if (!isSame) boards = [];
  }

  function keepAsItIs(round, player) {
    remember(ofBox, JSON.stringify({ version: version, boards: player ? [{ ...round, players: [player] }] : [] }));
  }

  // The reader among the players of these boards: [the boards, the player].
  function me() {
    const number = Number(linked() || remembered(ofTournament));
    const key = remembered(ofClub);
    const tests = linked() ? [] : [function (each) { return key && each.key === key; }];
    if (ofTournament) tests.push(function (each) { return each.number === number; });
    for (const test of tests) {
      const found = boards.map(function (each) { return [each, each.players.find(test)]; }).filter(function (each) { return each[1]; });
      if (found.length) return found.find(function (each) { return each[1].at; }) || found[0]; // tonight's board first
    }
    return [];
  }

  function fill() {
    const [round, player] = me();
    const key = remembered(ofClub);
    const number = remembered(ofTournament);
    // A number tapped just now, or remembered since before there were keys.
    const isMe = Boolean(player) && ((player.key && player.key === key) || String(player.number) === number);
    if (isMe && player.key) choose(player.key, "");
    mark(player);
    // The room that was kept for a board says that there is none, so that nothing moves; the next page keeps none.
    const isEmpty = !player && !mayMove && !linked() && Boolean(key || number);
    own.hidden = !player && !isEmpty;
    const isElsewhere = isEmpty && Boolean(version && own.dataset.elsewhere);
    own.classList.toggle("empty", isEmpty && !isElsewhere);
    own.classList.toggle("elsewhere", isElsewhere);
    own.classList.toggle("linked", Boolean(linked()));
    if (player) draw(round, player);
    else if (isElsewhere) draw({}, { words: own.dataset.elsewhere });
    if (version && (isMe || (!player && !linked() && (key || number)))) keepAsItIs(round, player);
    arrive();
  }

  // Whoever taps a name goes on from their board, once it is there: what is not seen yet takes no focus. Unless they have
  // gone elsewhere meanwhile.
  let cameFrom = null;

  function goToOwn() {
    cameFrom = document.activeElement;
    tellOwn();
  }

  function arrive() {
    const hasStayed = cameFrom && [cameFrom, body].includes(document.activeElement);
    cameFrom = null;
    if (!hasStayed || own.hidden) return;
    own.focus();
    own.scrollIntoView({ block: "nearest" });
  }

  function draw(round, player) {
    const at = player.at;
    const words = (at ? own.dataset[at.colour] : player.words || (round.round && own.dataset.missing) || "").split("{opponent}");
    if (!ofTournament) write(".tournament", round.tournament);
    write(".round", round.round);
    write(".name", player.name, player.url);
    write(".seat b", at ? at.board : "");
    write(".before", words[0]);
    write(".opponent", at ? at.opponent : "", at && at.opponent_url);
    write(".after", words[1] || "");
    write(".result", at ? at.result || at.reported : "");
    write(".place", player.place);
    write(".points", player.points);
    write(".next", round.next && own.dataset.next.replace("{round}", round.next));
    own.querySelector(".reasons").href = at ? round.story + "#board-" + at.board : player.url || "";
    own.querySelector(".reasons").hidden = !player.url;
    if (ofTournament) own.querySelector(".others").hidden = Boolean(player.name);
    own.querySelector(".seat").hidden = !at;
    own.querySelector(".chip").className = "chip " + (at ? at.colour : "");
    own.querySelector(".chip").hidden = !at;
  }

  function write(selector, words, address) {
    const slot = own.querySelector(selector);
    const text = String(words || "");
    if (slot.textContent !== text) slot.textContent = text;
    if (address) slot.href = address;
    else slot.removeAttribute("href");
  }

  // The own rows stand out, and in the tables of all a copy of the own row comes first. Only what was marked here is unmarked.
  function mark(player) {
    const mine = [];
    if (player && ofTournament) mine.push(...["#p", "#wide-", "#narrow-"].map(function (each) { return each + player.number; }), '[data-player="' + player.number + '"]');
    if (player && player.key) mine.push('[data-person="' + player.key + '"]');
    const rows = mine.length ? Array.from(live.querySelectorAll(mine.join())) : [];
    marked.forEach(function (row) { if (!rows.includes(row)) row.classList.remove("own"); });
    rows.forEach(function (row) { row.classList.add("own"); });
    marked = rows;
    drawRace(player && ofTournament ? player.number : null);
    live.querySelectorAll("table.standings, table.crosstable").forEach(function (table) {
      let first = table.querySelector("tbody[data-own-row]");
      const others = table.querySelector("tbody:not([data-own-row])");
      const row = mine.length && others && others.querySelector("tr.own");
      if (!row || row === others.rows[0] || !(first || mayMove || linked())) {
        if (first) first.remove();
        return;
      }
      const copy = document.createElement("tbody");
      copy.append(row.cloneNode(true));
      copy.querySelectorAll("[id]").forEach(function (element) { element.removeAttribute("id"); });
      copy.dataset.ownRow = "";
      if (first) patch(first, copy);
      else table.insertBefore(copy, others);
    });
    const key = remembered(ofClub);
    document.querySelectorAll(".this-is-me").forEach(function (button) {
      const { meKey, meNumber } = button.dataset;
      button.hidden = meKey ? meKey === key : Boolean(player) && !linked() && player.number === Number(meNumber);
    });
  }

  // The race shows the best. For a reader who is not among them it is drawn with their line, in place of the one of all.
  let raceDrawn = ""; // its address, and of which version

  function drawRace(number) {
    const section = live.querySelector("[data-race]");
    const race = section && section.querySelector(".race:not([data-own-row])");
    const drawings = race && number ? Array.from(race.querySelectorAll("svg")) : [];
    const isMissing = drawings.some(function (each) { return !each.querySelector('[id$="-' + number + '"]'); });
    const address = isMissing ? section.dataset.race + number + "/" : "";
    const drawing = address && address + body.dataset.version;
    if (drawing === raceDrawn) return;
    raceDrawn = drawing;
    if (!isMissing) return live.querySelectorAll(".race[data-own-row]").forEach(remove);
    fetchWithin(address, "no-cache", function (answer) {
      if (answer.status !== 200) throw answer.status;
      return answer.text();
    }).then(function (text) {
      const found = new DOMParser().parseFromString(text, "text/html").querySelector(".race");
      if (!found || drawing !== raceDrawn) return;
      found.dataset.ownRow = "";
      const before = section.querySelector(".race[data-own-row]");
      if (before) patch(before, found);
      else race.before(document.importNode(found, true));
      fill();
    }).catch(function () { raceDrawn = ""; });
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest(".this-is-me");
    if (button) {
      chooseAnew(button.dataset.meKey, button.dataset.meNumber);
      if (linked()) window.history.replaceState(null, "", window.location.pathname + window.location.search);
      goToOwn();
      return;
    }
    const link = event.target.closest("a");
    if (!own || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.hash === "#by-name" && link.pathname === window.location.pathname && !link.matches(".not-you")) {
      if (beginToSeek()) event.preventDefault(); // to go there, too, would take the focus away
      return;
    }
    if (link.matches(".not-you")) {
      chooseAnew("", "");
      if (link.pathname !== window.location.pathname) return;
      window.location.hash = link.hash; // the list by name is on this page
      tellOwn();
      if (asksWho) beginToSeek();
      event.preventDefault();
    }
    const number = link.closest(".by-name") && /^#p(\d+)$/.exec(link.hash);
    if (!number) return;
    chooseAnew("", number[1]);
    if (link.pathname !== window.location.pathname && !asksWho) return;
    event.preventDefault();
    window.location.replace(asksWho ? "#" : link.hash);
    goToOwn();
  });

  // When to look at once: whoever comes back, by whatever way, sees what is true now.

  window.addEventListener("hashchange", tellOwn);
  window.addEventListener("storage", tellOwn); // chosen in another tab
  window.addEventListener("focus", askNow);
  window.addEventListener("online", askNow);
  window.addEventListener("offline", askNow);
  window.addEventListener("pageshow", function (event) { if (event.persisted) askNow(); });
  document.addEventListener("visibilitychange", function () { if (document.hidden) again(); else askNow(); });

  // Without a network: the worker keeps what was seen. Browsers have one over https and on this machine only.
  function keepForLater() {
    const workers = body.dataset.worker ? window.navigator.serviceWorker : null;
    if (!workers) return;
    const isNew = !workers.controller;
    workers.register(body.dataset.worker).then(function () { return workers.ready; }).then(function (registration) {
      if (!isNew) return;
      const parts = Array.from(document.querySelectorAll("link[rel=stylesheet], script[src]"), function (each) { return each.href || each.src; });
      const { own, offline, offlineSheet } = body.dataset;
      registration.active.postMessage([window.location.pathname, own, offline, offlineSheet, ...parts]);
    }).catch(function () { return null; }); // a private window: nothing is kept
  }

  function begin() {
    if (card) card.hidden = !hasCard;
    narrow();
    if (window.location.hash === "#by-name" && !isChosen()) beginToSeek();
    tellOwn();
    keepForLater();
    if (body.dataset.kept) lost();
    else if (isBack) return ask();
    else tellFreshness("");
    again();
  }

  // Whoever has opened their card in this browser (me.js) has the way to it on every page of the club.
  const card = document.getElementById("my-card");
  const hasCard = Boolean(remembered("card:" + body.dataset.club));

  const visit = window.performance.getEntriesByType("navigation")[0];
  const isBack = Boolean(visit) && visit.type === "back_forward"; // perhaps out of the browser's store
  if (body.dataset.kept) upTo = new Date(Number(body.dataset.kept));
  else if (!isBack) upTo = new Date();

  // What comes above the page is there when the page is first seen. Whoever has nothing there sees the page before any work is done.
  if (isChosen() || hasCard || document.hidden) begin();
  else window.requestAnimationFrame(function () { window.setTimeout(begin); });
})();
