"use strict";

// A link to hand on: copied or shared. Where the browser gives neither (no https), the text is selected.
document.addEventListener("DOMContentLoaded", function () {
  document.querySelectorAll("[data-copies]").forEach(function (button) {
    const field = document.getElementById(button.dataset.copies);
    const said = button.parentElement.querySelector("[role=status]");
    button.hidden = false;
    function selected() {
      field.focus();
      field.select();
      return document.execCommand("copy");
    }
    button.addEventListener("click", function () {
      const done = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject(new Error("no clipboard"));
      done.then(function () { return true; }, selected).then(function (copied) {
        said.textContent = copied ? button.dataset.copied : button.dataset.selected;
      });
    });
  });
  document.querySelectorAll("[data-shares]").forEach(function (button) {
    if (!navigator.share) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      const url = document.getElementById(button.dataset.shares).value;
      navigator.share({ title: button.dataset.title, url: url }).catch(function () {}); // closed without sharing
    });
  });
});
