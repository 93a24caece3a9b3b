"use strict";

// The button that prints; without scripts it stays hidden, and the browser's own menu prints the same.
document.querySelectorAll("[data-prints]").forEach(function (button) {
  button.hidden = false;
  button.addEventListener("click", function () { window.print(); });
});

// "All papers" leads here to print, not to look. Once only: going back to this page prints nothing.
if (location.hash === "#print") {
  history.replaceState(null, "", location.pathname + location.search);
  window.addEventListener("load", function () { window.print(); });
}
