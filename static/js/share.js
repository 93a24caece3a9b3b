"use strict";

// A picture is handed to whatever program the phone offers. Where it offers none, the link opens the picture.
(function () {
  document.addEventListener("click", function (event) {
    const link = event.target.closest("a[data-shares]");
    if (!link || !navigator.canShare) return;
    event.preventDefault();
    fetch(link.href).then(function (answer) {
      if (!answer.ok) throw answer.status;
      return answer.blob();
    }).then(function (picture) {
      const shared = { files: [new File([picture], "chess.png", { type: picture.type })] };
      const isTaken = navigator.canShare(shared);
      if (navigator.share) return isTaken ? navigator.share(shared) : Promise.reject(shared);
      throw 0;
    }).catch(function (error) {
      if (error.name !== "AbortError") window.location.assign(link.href); // they have thought better of it
    });
  });
})();
