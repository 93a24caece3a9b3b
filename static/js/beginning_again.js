"use strict";

// The server ends and begins again: asked until it is away and answers again, and then on to where it was left.
(function () {
  const page = document.querySelector("[data-then]");
  const EVERY = 500;
  let wasAway = false;

  function ask() {
    fetch(page.dataset.asks, {cache: "no-store"}).then(function (answer) {
      return answer.ok;
    }, function () {
      wasAway = true;
      return false;
    }).then(function (isThere) {
      if (isThere && wasAway) {
        location.replace(page.dataset.then);
      } else {
        setTimeout(ask, EVERY);
      }
    });
  }

  ask();
})();
