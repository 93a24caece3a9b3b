"use strict";

// What is shown beside the row never goes back to an older state.
document.addEventListener("htmx:oobBeforeSwap", function (event) {
  const fresh = event.detail.fragment.querySelector("[data-revision]");
  const there = fresh && document.getElementById(fresh.id);
  if (there && Number(fresh.dataset.revision) < Number(there.dataset.revision)) event.detail.shouldSwap = false;
});

// The second half of a double tap is not meant to take the first one back.
document.addEventListener("click", function (event) {
  if (event.detail > 1 && event.target.closest("form[hx-post] button")) event.preventDefault();
}, true);

// Nor is a second tap meant for what has come to stand where the first one was made.
(function () {
  const NEAR = 40;
  const TIME_TO_LOOK = 1000;
  let spot = null;
  let until = 0;
  document.addEventListener("clubchess:answered", function (event) {
    if (!event.detail.form.closest("#action-bar, #heading")) return; // players are moved as fast as one can
    spot = event.detail.spot;
    until = Date.now() + TIME_TO_LOOK;
  });
  document.addEventListener("click", function (event) {
    if (!spot || !event.detail || Date.now() > until) return;
    if (Math.hypot(event.clientX - spot.x, event.clientY - spot.y) > NEAR) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
})();

// After a result the next open board has the focus, unless the person is somewhere else by then.
document.addEventListener("htmx:afterSettle", function (event) {
  const row = event.detail.elt;
  if (!row.classList || !row.classList.contains("pairing") || !row.classList.contains("done")) return;
  if (row.querySelector(".conflict") || window.clubchess.queue.waiting()) return;
  if (document.activeElement === row) return; // gone to by keyboard
  if (document.activeElement !== document.body && !row.contains(document.activeElement)) return;
  const later = Array.from(row.parentElement.querySelectorAll(".pairing.open"));
  const next = later.find(function (other) { return row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING; });
  const open = next || later[0];
  const button = open ? open.querySelector("button.score") : document.getElementById("next-round");
  if (button) button.focus();
});

// Whoever taps by keyboard is not sent back to the top of the page: where what had the focus is gone, its place has it.
(function () {
  let place = "";
  document.addEventListener("htmx:beforeSwap", function (event) {
    const target = event.detail.target;
    place = target && target.id && target.contains(document.activeElement) ? target.id : "";
  });
  document.addEventListener("htmx:afterSettle", function () {
    const there = place && document.activeElement === document.body && document.getElementById(place);
    if (!there) return;
    place = "";
    const first = there.querySelector("button.tap, h1");
    const reached = first || there;
    if (!reached.matches("button, a[href], [tabindex]")) reached.tabIndex = -1;
    reached.focus({ preventScroll: true });
  });
})();

// Going back must not show the buttons of before, also where the browser has kept the page as it was left.
window.addEventListener("pageshow", function (event) {
  const isOfTonight = document.querySelector("#evening, #door");
  if (event.persisted && isOfTonight && !window.clubchess.queue.waiting()) window.location.reload();
});

// One menu is open at a time, and a tap elsewhere or Escape closes it.
(function () {
  const MENUS = "details.choices, .more > details";
  function closeAllBut(kept) {
    document.querySelectorAll(MENUS).forEach(function (menu) {
      if (menu !== kept) menu.open = false;
    });
  }
  document.addEventListener("click", function (event) { closeAllBut(event.target.closest(MENUS)); });
  document.addEventListener("toggle", function (event) {
    if (event.target.matches("details.choices[open]")) event.target.querySelector(".menu").scrollIntoView({ block: "nearest" });
  }, true);
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    const menu = Array.from(document.querySelectorAll(MENUS)).find(function (each) { return each.open; });
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
})();

// What was done is fetched when it is unfolded, and again after each tap while it is.
(function () {
  function fetchDone() {
    const list = document.querySelector("#ribbon[open] > .unfolds");
    if (list) htmx.trigger(list, "unfolded");
  }
  document.addEventListener("toggle", function (event) { if (event.target.id === "ribbon") fetchDone(); }, true);
  document.addEventListener("clubchess:answered", function () {
    if (!window.clubchess.queue.waiting()) fetchDone();
  });
})();

// Whom the list shows. The sheet does it by itself where a rule may look into what it is about, so not in Firefox before 121.
document.addEventListener("change", function (event) {
  if (!event.target.matches(".shown input")) return;
  event.target.closest(".evening-main").dataset.shown = event.target.id.replace("shown-", "");
});

// Boxes that narrow a list by name, and buttons that tick what is left of it. Without scripts they stay hidden.
(function () {
  function plain(text) { return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, ""); }
  function show(root) {
    root.querySelectorAll(".filter[hidden]").forEach(function (box) { box.hidden = false; });
  }
  document.addEventListener("input", function (event) {
    const list = event.target.dataset.filters && document.querySelector(event.target.dataset.filters);
    if (!list) return;
    const wanted = plain(event.target.value);
    list.querySelectorAll("[data-name]").forEach(function (item) { item.hidden = !plain(item.dataset.name).includes(wanted); });
  });
  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-ticks]");
    if (!button) return;
    document.querySelectorAll(button.dataset.ticks + " [data-name]:not([hidden]) input[type=checkbox]").forEach(function (box) {
      box.checked = true;
    });
  });
  document.addEventListener("DOMContentLoaded", function () { show(document); });
  document.addEventListener("htmx:afterSettle", function () { show(document); });
})();

// A file is dropped on the box for names, as if it had been chosen there.
(function () {
  function boxOf(event) {
    const box = event.target.closest && event.target.closest(".names-box");
    return box && Array.from(event.dataTransfer.types).includes("Files") ? box : null;
  }
  function leave() {
    document.querySelectorAll(".names-box.dropping").forEach(function (box) { box.classList.remove("dropping"); });
  }
  document.addEventListener("dragover", function (event) {
    const box = boxOf(event);
    if (!box) return leave();
    event.preventDefault();
    box.classList.add("dropping");
  });
  document.addEventListener("dragleave", leave);
  document.addEventListener("drop", function (event) {
    const box = boxOf(event);
    leave();
    if (!box) return;
    event.preventDefault();
    const input = box.querySelector("input[type=file]");
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
