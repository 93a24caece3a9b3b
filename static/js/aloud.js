"use strict";

// The boards read by the browser's own voice, in the language of the page, for whoever cannot read them. A second tap ends it.
(function () {
  const voice = window.speechSynthesis;
  if (!voice) return;

  function textOf(element) { return element ? element.textContent.replace(/\s+/g, " ").trim() : ""; }

  function colourIn(element) { return element.querySelector(".chip").getAttribute("aria-label"); }

  function said(row) {
    const lines = Array.from(row.querySelectorAll(".match-lines tr"), function (line) {
      const first = line.querySelector(".first");
      return textOf(line.querySelector("th")) + ": " + textOf(first) + ", " + colourIn(first) + "; " + textOf(line.querySelector(".second"));
    });
    const sides = Array.from(row.querySelectorAll("summary .side"), function (side) {
      return textOf(side.querySelector(".name")) + (lines.length ? "" : ", " + colourIn(side)); // of teams each board has its own
    });
    return [textOf(row.querySelector(".no"))].concat(sides, lines).join(". ");
  }

  function read(button) {
    const rows = Array.from(document.querySelectorAll("#boards .boards:not(.byes) > li"));
    rows.forEach(function (row, at) {
      const words = new SpeechSynthesisUtterance(said(row));
      words.lang = document.documentElement.lang;
      if (at === rows.length - 1) words.onend = function () { button.setAttribute("aria-pressed", "false"); };
      voice.speak(words);
    });
    button.setAttribute("aria-pressed", String(rows.length > 0));
  }

  function show() { document.querySelectorAll("[data-reads-aloud]").forEach(function (button) { button.hidden = false; }); }

  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-reads-aloud]");
    if (!button) return;
    const isReading = button.getAttribute("aria-pressed") === "true";
    voice.cancel();
    if (isReading) button.setAttribute("aria-pressed", "false");
    else read(button);
  });
  window.addEventListener("pagehide", function () { voice.cancel(); });
  new MutationObserver(show).observe(document.getElementById("live") || document.body, { childList: true, subtree: true });
  show();
})();
