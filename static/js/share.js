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
      if (navigator.share) {
        if (navigator.canShare(shared)) return navigator.share(shared);
      }
      throw new Error("this browser shares no picture");
    }).catch(function (error) {
      if (error.name !== "AbortError") window.location.assign(link.href); // aborted: they have thought better of it
    });
  });
})();
