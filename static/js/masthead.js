"use strict";

// About the club: the small masthead above the form shows what is typed and chosen, before it is saved.
(function () {
  const masthead = document.getElementById("masthead");
  if (!masthead) return;
  const form = masthead.closest("form");
  const picture = masthead.querySelector("img.crest");
  const pawn = masthead.querySelector("span.sign");
  const saved = picture.getAttribute("src");

  function typed() {
    masthead.querySelectorAll("[data-shows]").forEach(function (place) {
      const text = form.elements[place.dataset.shows].value.trim();
      place.textContent = text;
      (place.tagName === "DD" ? place.parentElement : place).hidden = text === "";
    });
    const accent = form.querySelector("input[name=accent]:checked");
    if (accent) masthead.className = "masthead accent-" + accent.value;
  }

  function show(source) {
    picture.hidden = !source;
    pawn.hidden = Boolean(source);
    if (source) picture.src = source;
  }

  function chosen() {
    const file = form.elements.logo.files[0];
    const leaves = form.elements.without_logo;
    if (!file) {
      show(leaves && leaves.checked ? null : saved);
      return;
    }
    const reader = new FileReader(); // an address of a blob is none that our pages may show
    reader.onload = function () { if (form.elements.logo.files[0] === file) show(reader.result); };
    reader.readAsDataURL(file);
  }

  // What the browser cannot show, the server will not take either.
  picture.addEventListener("error", function () { show(null); });
  form.addEventListener("input", function (event) {
    typed();
    if (["logo", "without_logo"].includes(event.target.name)) chosen();
  });
  typed(); // a browser that comes back has kept what was typed
})();
