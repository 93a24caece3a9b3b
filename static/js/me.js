"use strict";

// Whoever opens their card is known on the club's public pages too: as whom, and that there is a card. No name, no token.
(function () {
  const { club, me, cards } = document.body.dataset;
  if (!club) return;
  const keys = (cards || "").split(" ").filter(Boolean);
  try {
    const chosen = window.localStorage.getItem("me:" + club);
    if (keys.length === 1 && !chosen) window.localStorage.setItem("me:" + club, keys[0]);
    if (keys.length) window.localStorage.setItem("card:" + club, me);
    else window.localStorage.removeItem("card:" + club);
    document.querySelectorAll("form[data-forgets-all]").forEach(function (form) {
      form.addEventListener("submit", function () { window.localStorage.removeItem("card:" + club); });
    });
  } catch (error) {
    return; // not allowed here: the card is reached by its own address
  }
})();
