"use strict";

// The tablet by the door goes back to the whole list by itself, for whoever comes next.
(function () {
  const PATIENCE = 20000;
  const field = document.getElementById("find-name");
  let timer = 0;

  function wait() {
    window.clearTimeout(timer);
    timer = window.setTimeout(begin, PATIENCE);
  }

  function begin() {
    window.clearTimeout(timer);
    if (field.value) {
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true })); // poll.js narrows the list
    }
    field.blur(); // and with it the keyboard on the glass
    if (window.location.hash) window.location.replace("#content");
    window.scrollTo(0, 0);
  }

  ["input", "pointerdown", "keydown", "scroll"].forEach(function (what) { document.addEventListener(what, wait, { passive: true }); });
  document.addEventListener("click", function (event) {
    if (!event.target.closest(".back")) return;
    event.preventDefault();
    begin();
  });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") begin(); });
  if (window.location.hash) wait();
})();
