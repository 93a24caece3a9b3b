"use strict";

// The first page: the browser's own time zone, and each of the two buttons once.
(function () {
  const field = document.querySelector("[data-guesses-time-zone] select");
  const zone = field && Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = zone && Array.from(field.options).find(function (each) { return each.value === zone; });
  if (option) {
    Array.from(field.options).forEach(function (each) { each.defaultSelected = each === option; });
    field.value = zone;
  }

  document.querySelectorAll("form.once").forEach(function (form) {
    const button = form.querySelector("button[data-busy]");
    const words = button.textContent;
    form.addEventListener("submit", function (event) {
      if (button.hasAttribute("aria-disabled")) {
        event.preventDefault();
        return;
      }
      button.setAttribute("aria-disabled", "true");
      button.textContent = button.dataset.busy;
    });
    window.addEventListener("pageshow", function () { // back again
      button.removeAttribute("aria-disabled");
      button.textContent = words;
    });
  });
})();
