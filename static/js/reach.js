"use strict";

// A form that the browser posts itself is replaced by the browser's own error page where there is no network, and nobody
// says that nothing was saved. So the server is asked first whether it is there.
(function () {
  const PATIENCE = 10000;
  let asking = null;

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.hasAttribute("hx-post")) return;
    event.preventDefault();
    if (asking) return;
    asking = form;
    form.setAttribute("aria-busy", "true");
    tell(null);
    const submitter = event.submitter;
    isThere().then(function () { post(form, submitter); }, function () { tell(form); }).then(function () {
      asking = null;
      form.removeAttribute("aria-busy");
    });
  });

  async function isThere() {
    const given = new AbortController();
    const timer = window.setTimeout(function () { given.abort(); }, PATIENCE);
    try {
      await fetch("/healthz", { cache: "no-store", signal: given.signal });
    } finally {
      window.clearTimeout(timer);
    }
  }

  // submit() leaves out the button that was tapped, and older browsers have no requestSubmit().
  function post(form, submitter) {
    const tapped = document.createElement("input");
    const address = form.getAttribute("action");
    tapped.type = "hidden";
    if (submitter && submitter.name) {
      tapped.name = submitter.name;
      tapped.value = submitter.value;
      form.append(tapped);
    }
    if (submitter && submitter.hasAttribute("formaction")) form.setAttribute("action", submitter.getAttribute("formaction"));
    HTMLFormElement.prototype.submit.call(form);
    tapped.remove(); // by Back the page may come again as it is now
    if (address === null) form.removeAttribute("action");
    else form.setAttribute("action", address);
  }

  function tell(form) {
    document.querySelectorAll(".unreached").forEach(function (line) { line.remove(); });
    if (!form) return;
    const line = document.createElement("p");
    line.className = "notice bad unreached";
    line.setAttribute("role", "alert");
    line.textContent = form.closest("[data-unreached]").dataset.unreached;
    form.append(line);
    line.scrollIntoView({ block: "nearest" });
  }
})();
