"use strict";

// A save that did not reach the server is said in words; the next one that does takes the words away.
(function () {
  function say(failed) {
    const words = document.getElementById("not-saved");
    if (words) words.hidden = !failed;
  }
  document.addEventListener("htmx:sendError", function () { say(true); });
  document.addEventListener("htmx:timeout", function () { say(true); });
  document.addEventListener("htmx:responseError", function () { say(true); });
  document.addEventListener("htmx:afterOnLoad", function (event) {
    if (event.detail.xhr.status < 500) say(false);
  });
})();
