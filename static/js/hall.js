"use strict";

// The hall screen: deals the lists of #live into pages that fill the glass and shows them in turn. #live itself stays
// hidden and as the server sent it, so that poll.js patches it; whatever was patched is dealt anew.
(function () {
  const LARGEST = 2.2; // times the least size that can still be read from afar, which is 1
  const MOST_NAMES = 0.9; // of them; one that is so many times longer than the longest of these may be cut, so that the others
  const UNUSUAL = 1.4; // need not be small for its sake
  const WIDEST = 1.5; // times what a column needs: a wider one loses the eye between name and number
  const BY_FAR = 1.6; // names lean on the result between them, unless standing above each other makes them so much larger
  const SHORTEST = 8000;
  const A_ROW = 350;
  const ATTENDED = 4000;
  const live = document.getElementById("live");
  const glass = document.getElementById("glass");
  const lists = glass.querySelector(".lists");
  const state = glass.querySelector(".state");

  let pages = []; // {name, list, table, columns: the rows of each, width in columns, scale, row and widest in pixels, isNarrow, index, of}
  let at = 0;
  let timer = 0;
  let isPaused = false;

  // Light or dark as the device asks, unless the address says which: then the rules for the other one are always or never true.
  function setTheme() {
    const theme = new URLSearchParams(window.location.search).get("theme");
    if (theme !== "light" && theme !== "dark") return;
    document.documentElement.style.colorScheme = theme;
    Array.from(document.styleSheets).forEach(function set(sheet) {
      Array.from(sheet.cssRules).forEach(function (rule) {
        if (rule.styleSheet) set(rule.styleSheet); // of an @import
        else if (rule.media && rule.media.mediaText === "(prefers-color-scheme: dark)") rule.media.mediaText = theme === "dark" ? "all" : "not all";
      });
    });
  }

  // Dealing

  function deal() {
    const shown = pages[at];
    const message = live.querySelector(".message");
    const slot = glass.querySelector(".message");
    slot.hidden = !message;
    slot.textContent = message ? message.textContent.trim() : "";
    slot.classList.toggle("long", slot.textContent.length > 120);
    const foot = live.querySelector(".foot");
    const ofGlass = glass.querySelector(".foot");
    ofGlass.replaceChildren.apply(ofGlass, foot ? Array.from(foot.cloneNode(true).children) : []);
    pages = [];
    live.querySelectorAll("[data-list]:not([data-waits])").forEach(function (list) { pages = pages.concat(pagesOf(list)); });
    const same = pages.filter(function (page) { return shown && page.name === shown.name; });
    if (same.length) at = pages.indexOf(same[Math.min(shown.index, same.length - 1)]);
    else at = 0;
    show();
    if (!same.length || same.length < shown.of) wait();
  }

  function pagesOf(list) {
    const table = list.querySelector("table");
    const rows = Array.from(table.tBodies[0].rows);
    const hasNarrowWay = table.matches(".boards") || table.querySelector(".form");
    const ways = (hasNarrowWay ? [false, true] : [false]).map(function (isNarrow) { return measured(list, table, rows, isNarrow); });
    const most = Number(list.dataset.columns) || 1;
    let of = 0;
    let way = null;
    do {
      of += 1;
      way = best(ways, Math.ceil(rows.length / of), most);
    } while (way.scale < 1 && of < rows.length);
    way.scale = Math.max(1, way.scale);
    return evenly(rows, of).map(function (ours, index) {
      return {
        name: list.dataset.list,
        list: list,
        table: table,
        columns: evenly(ours, Math.min(way.columns, ours.length) || 1),
        width: way.columns,
        scale: way.scale,
        row: way.row(),
        widest: way.widest(),
        isNarrow: way.isNarrow,
        index: index,
        of: of,
      };
    });
  }

  // In so many parts, in order, none more than one longer than another.
  function evenly(rows, parts) {
    return Array.from({ length: parts }, function (_, part) {
      return rows.slice(Math.ceil(part * rows.length / parts), Math.ceil((part + 1) * rows.length / parts));
    });
  }

  // What a list needs, in letters of the least size: of a row's height, of the head's, of the width besides names, and of the names.
  function measured(list, table, rows, isNarrow) {
    fill({ list: list, table: table, columns: [rows], width: 1, scale: 1, row: 0, widest: 0, isNarrow: isNarrow });
    const copy = lists.querySelector("table");
    const letter = parseFloat(window.getComputedStyle(copy).fontSize);
    const heights = Array.from(copy.tBodies[0].rows, function (row) { return row.getBoundingClientRect().height; });
    const first = copy.querySelector("tbody .who");
    if (!first) return { isNarrow: isNarrow, letter: letter, row: 1.3, head: 0, fixed: 1, cells: 1, names: [1] };
    const cells = Array.from(first.closest("tr").querySelectorAll(".who")).filter(function (cell) { return cell.offsetTop === first.offsetTop; });
    const style = window.getComputedStyle(first);
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const names = Array.from(copy.querySelectorAll("tbody .who"), function (cell) {
      const texts = Array.from(cell.querySelectorAll(".name, small > span"), function (text) { return text.getBoundingClientRect().width; });
      return (Math.max.apply(null, texts) + padding + 1) / letter;
    }).sort(function (one, other) { return one - other; });
    const head = copy.tHead && window.getComputedStyle(copy.tHead).position !== "absolute" ? copy.tHead.getBoundingClientRect().height : 0;
    return {
      isNarrow: isNarrow,
      letter: letter,
      row: Math.max.apply(null, heights) / letter,
      head: head / letter,
      fixed: (copy.getBoundingClientRect().width - cells.length * first.getBoundingClientRect().width) / letter,
      cells: cells.length,
      names: names,
    };
  }

  // The way, and the number of columns, in which so many rows have the largest letters. What is too wide even alone is cut.
  function best(ways, rows, mostColumns) {
    const gap = parseFloat(window.getComputedStyle(lists).columnGap);
    let found = null;
    ways.forEach(function (way) {
      const longest = way.names[way.names.length - 1];
      const most = way.names[Math.ceil(way.names.length * MOST_NAMES) - 1];
      const usual = Math.max.apply(null, way.names.filter(function (name) { return name <= most * UNUSUAL; }));
      for (let columns = 1; columns <= Math.min(mostColumns, rows || 1); columns += 1) {
        const inColumn = Math.ceil(rows / columns) || 1;
        const high = lists.clientHeight / way.letter / (inColumn * way.row + way.head);
        const room = (lists.clientWidth - gap * (columns - 1)) / columns / way.letter;
        const forAll = room / (way.fixed + way.cells * longest);
        const forMost = Math.min(1, room / (way.fixed + way.cells * usual));
        const isLast = columns === 1 && way === ways[ways.length - 1];
        const scale = Math.min(high, Math.max(forAll, forMost, isLast ? 1 : 0), LARGEST);
        if (found && scale <= found.scale * (way.isNarrow && !found.isNarrow && found.scale >= 1 ? BY_FAR : 1) + 0.001) continue;
        found = {
          columns: columns,
          isNarrow: way.isNarrow,
          scale: scale,
          row: function () { return Math.floor((lists.clientHeight - way.head * way.letter * this.scale) / inColumn - 0.02); },
          widest: function () { return (way.fixed + way.cells * longest) * way.letter * this.scale * WIDEST; },
        };
      }
    });
    return found;
  }

  // Showing

  function fill(page) {
    lists.classList.toggle("narrow", page.isNarrow);
    lists.style.setProperty("--scale", page.scale);
    lists.style.setProperty("--columns", page.width);
    lists.style.setProperty("--row", page.row ? page.row + "px" : "auto");
    lists.style.setProperty("--widest", page.widest ? page.widest + "px" : "none");
    const note = glass.querySelector(".note");
    note.textContent = Array.from(page.list.querySelectorAll(".note"), function (each) { return each.textContent.trim(); }).join(" ");
    glass.querySelector(".title").textContent = page.list.querySelector("h2").textContent.trim();
    glass.querySelector(".counter").textContent = page.of > 1 ? "· " + (page.index + 1) + "/" + page.of : "";
    lists.replaceChildren.apply(lists, page.columns.map(function (rows) {
      const copy = page.table.cloneNode(false);
      const body = document.createElement("tbody");
      Array.from(page.table.children).forEach(function (part) {
        if (part.nodeName !== "TBODY") copy.append(part.cloneNode(true));
      });
      rows.forEach(function (row) { body.append(row.cloneNode(true)); });
      copy.append(body);
      return copy;
    }));
  }

  function show() {
    if (pages.length) fill(pages[at]);
  }

  function wait() {
    window.clearTimeout(timer);
    if (isPaused || !pages.length) return;
    const rows = pages[at].columns.reduce(function (sum, rows) { return sum + rows.length; }, 0);
    timer = window.setTimeout(function () { turn(1); }, Math.max(SHORTEST, rows * A_ROW));
  }

  function turn(by) {
    if (!pages.length) return;
    at = (at + by + pages.length) % pages.length;
    show();
    wait();
  }

  function pause(wanted) {
    isPaused = wanted;
    state.textContent = wanted ? state.dataset.paused : "";
    wait();
  }

  // Keys and taps

  const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") {
      if (!event.repeat) pause(!isPaused);
    } else if (event.key === "Escape") pause(false);
    else if (event.key in STEPS) {
      pause(true);
      turn(STEPS[event.key]);
    } else return;
    event.preventDefault();
  });
  glass.addEventListener("click", function () { pause(!isPaused); });

  // What the keys do is told to whoever stands at the screen, and to nobody in the hall.
  let attended = 0;
  function attend() {
    window.clearTimeout(attended);
    glass.classList.add("attended");
    attended = window.setTimeout(function () { glass.classList.remove("attended"); }, ATTENDED);
  }
  document.addEventListener("keydown", attend);
  document.addEventListener("pointermove", attend);
  document.addEventListener("pointerdown", attend);

  // The hour in the club's time zone, whatever this computer's is.
  const clock = glass.querySelector(".clock");
  let hour = null;
  function tick() {
    const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.zone || undefined };
    hour = hour || new Intl.DateTimeFormat("en-GB", parts);
    clock.textContent = hour.format(new Date());
    window.setTimeout(tick, 60000 - Date.now() % 60000);
  }

  // The code is a picture only where phones reach this address.
  const code = glass.querySelector(".qr");
  function showCode() {
    code.hidden = !code.naturalWidth;
    if (!code.hidden) deal();
  }

  // The glass stays on; where the browser does not grant that, the computer's own settings must.
  function stayAwake() {
    if (document.hidden || !navigator.wakeLock) return;
    navigator.wakeLock.request("screen").catch(function () {});
  }

  let resized = 0;
  window.addEventListener("resize", function () {
    window.clearTimeout(resized);
    resized = window.setTimeout(deal, 100);
  });
  document.addEventListener("live:changed", deal);
  document.addEventListener("visibilitychange", stayAwake);

  setTheme();
  live.hidden = true;
  glass.hidden = false;
  // Once the lists are seen: a slow device needs a quarter of a second to load the browser's calendar.
  window.requestAnimationFrame(function () { window.setTimeout(tick); });
  deal();
  if (code.complete) showCode();
  else code.addEventListener("load", showCode);
  stayAwake();
})();
