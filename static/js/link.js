"use strict";

// A link or a text to hand on: copied or shared. Where the browser gives neither (no https), it is selected.
(function () {
  function copy(button) {
    const field = document.getElementById(button.dataset.copies);
    const said = button.parentElement.querySelector("[role=status]");
    function selected() {
      const folded = field.closest("details");
      if (folded) folded.open = true;
      field.focus();
      field.select();
      return document.execCommand("copy");
    }
    const done = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject(new Error("no clipboard"));
    done.then(function () { return true; }, selected).then(function (copied) {
      said.textContent = copied ? button.dataset.copied : button.dataset.selected;
    });
  }
  function share(button) {
    const value = document.getElementById(button.dataset.shares).value;
    const shared = "isText" in button.dataset ? { text: value } : { title: button.dataset.title, url: value };
    navigator.share(shared).catch(function () {}); // closed without sharing
  }
  function show() {
    document.querySelectorAll("[data-copies]").forEach(function (button) { button.hidden = false; });
    if (navigator.share) document.querySelectorAll("[data-shares]").forEach(function (button) { button.hidden = false; });
  }
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:load", show); // what was swapped in
  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-copies], [data-shares]");
    if (button) (button.dataset.copies ? copy : share)(button);
  });
})();
