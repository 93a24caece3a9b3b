"use strict";

// One form of a page is sent while something is typed into another: it would be gone, and no undo brings it back. So it
// is asked first. What only narrows a list or looks something up is nothing that could be lost.
(function () {
  function isTyped(field) {
    if (!field.name || field.disabled || ["hidden", "search", "submit", "button", "reset"].includes(field.type)) return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.type === "file") return field.files.length > 0;
    if (field.tagName === "SELECT") {
      const options = Array.from(field.options);
      const wasChosen = options.some(function (option) { return option.defaultSelected; });
      return options.some(function (option, place) {
        const before = wasChosen ? option.defaultSelected : place === 0 && !field.multiple;
        return option.selected !== before;
      });
    }
    return "defaultValue" in field && field.value !== field.defaultValue;
  }

  // Where the answer stands afterwards; null: a page of its own.
  function place(form) {
    const target = form.getAttribute("hx-target");
    if (!form.hasAttribute("hx-post") || !target) return null;
    return target.startsWith("closest ") ? form.closest(target.slice(8)) : document.querySelector(target);
  }

  function isLeft(form, sent) {
    if (form === sent || form.method !== "post") return false;
    return form.querySelector(".errors") !== null || Array.from(form.elements).some(isTyped); // refused: as good as typed
  }

  document.addEventListener("submit", function (event) {
    const sent = event.target;
    const where = place(sent);
    const left = Array.from(document.querySelectorAll("main form")).find(function (form) {
      return isLeft(form, sent) && (where === null || where.contains(form));
    });
    if (!left || window.confirm(document.getElementById("not-saved").dataset.unsaved)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const field = Array.from(left.elements).find(isTyped) || left.querySelector(".wrong :is(input, select), input:not([type=hidden])");
    const fold = field.closest("details");
    if (fold) fold.open = true;
    field.focus();
  }, true);
})();
