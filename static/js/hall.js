"use strict";

// The hall screen: deals the lists of #live into pages that fit the glass and shows them in turn. #live itself stays
// hidden and as the server sent it, so that poll.js patches it; whatever was patched is dealt anew.
(function () {
  const SCALES = [1.6, 1.4, 1.2, 1]; // few rows are written larger; 1 is what can still be read from afar
  const ONE_PAGE_AT_MOST = 60; // rows; longer lists need no trying
  const SHORTEST = 8000;
  const A_ROW = 350;
  const NAMES_IN_FULL = 0.9; // of the names: as many columns as leave these uncut
  const live = document.getElementById("live");
  const glass = document.getElementById("glass");
  const lists = glass.querySelector(".lists");
  const state = glass.querySelector(".state");

  let pages = []; // {name, list, table, columns: the rows of each, width in columns, scale, isStacked, index, of}
  let at = 0;
  let timer = 0;
  let isPaused = false;

  // Dealing

  function deal() {
    const shown = pages[at];
    const message = live.querySelector(".message");
    const slot = glass.querySelector(".message");
    slot.hidden = !message;
    slot.textContent = message ? message.textContent.trim() : "";
    slot.classList.toggle("long", slot.textContent.length > 120);
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
    const room = measured(list, table, rows);
    const of = Math.max(1, Math.ceil(rows.length / (room.columns * room.rows)));
    const toAPage = Math.ceil(rows.length / of);
    const toAColumn = Math.ceil(toAPage / (of === 1 ? Math.ceil(toAPage / room.rows) : room.columns)) || 1;
    return Array.from({ length: of }, function (_, index) {
      const ours = rows.slice(index * toAPage, (index + 1) * toAPage);
      const columns = [];
      while (ours.length) columns.push(ours.splice(0, toAColumn));
      return {
        name: list.dataset.list,
        list: list,
        table: table,
        columns: columns,
        width: of === 1 ? Math.max(1, columns.length) : room.columns,
        scale: room.scale,
        isStacked: room.isStacked,
        index: index,
        of: of,
      };
    });
  }

  // How large the letters may be, whether opponents stand above each other, and how many rows and columns have room then.
  function measured(list, table, rows) {
    const isUpright = lists.clientWidth < lists.clientHeight;
    const isLong = rows.length > ONE_PAGE_AT_MOST;
    const ways = isUpright || isLong || !table.matches(".boards") ? [isUpright] : [false, true];
    let room = null;
    for (const scale of isLong ? [1] : SCALES) {
      for (const isStacked of ways) {
        fill({ list: list, table: table, columns: [rows], width: 1, scale: scale, isStacked: isStacked });
        const found = roomFor(Number(list.dataset.columns) || 1);
        found.scale = scale;
        found.isStacked = isStacked;
        if (found.namesFit && rows.length <= found.rows * found.columns) return found;
        if (isStacked === ways[0]) room = found;
      }
    }
    return room;
  }

  function roomFor(mostColumns) {
    const copy = lists.querySelector("table");
    const row = copy.tBodies[0].rows[0];
    if (!row) return { rows: 1, columns: 1, namesFit: true };
    const height = lists.clientHeight - (copy.tHead ? copy.tHead.getBoundingClientRect().height : 0);
    const first = row.querySelector(".who");
    const cells = Array.from(row.querySelectorAll(".who")).filter(function (cell) { return cell.offsetTop === first.offsetTop; });
    const style = window.getComputedStyle(first);
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const names = Array.from(copy.querySelectorAll("tbody .who > span"), function (name) {
      return name.getBoundingClientRect().width + padding;
    }).sort(function (one, other) { return one - other; });
    const wanted = names[Math.ceil(names.length * NAMES_IN_FULL) - 1];
    const whole = lists.clientWidth;
    const gap = parseFloat(window.getComputedStyle(lists).columnGap);
    const fixed = copy.getBoundingClientRect().width - cells.length * first.getBoundingClientRect().width;
    function forName(columns) { return ((whole - gap * (columns - 1)) / columns - fixed) / cells.length; }
    let columns = mostColumns;
    while (columns > 1 && forName(columns) < wanted) columns -= 1;
    return {
      rows: Math.max(1, Math.floor(height / row.getBoundingClientRect().height + 0.01)),
      columns: columns,
      namesFit: forName(columns) >= names[names.length - 1],
    };
  }

  // Showing

  function fill(page) {
    lists.classList.toggle("stacked", page.isStacked);
    lists.style.setProperty("--scale", page.scale);
    lists.style.setProperty("--columns", page.width);
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

  live.hidden = true;
  glass.hidden = false;
  deal();
  stayAwake();
})();
