"use strict";

// What this phone shows of a card while nobody has it open (Push API): each thing by itself, on or off, as the server knows it
// of this browser's own address. Where the browser cannot, the page says why.
(function () {
  const section = document.getElementById("tell-me");
  const forgets = document.querySelectorAll("form[data-forgets]");
  const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!section && !forgets.length) return;

  function bytesOf(text) {
    const plain = window.atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, function (each) { return each.charCodeAt(0); });
  }

  function textOf(bytes) {
    return window.btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  async function digest(endpoint) {
    const hash = await window.crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    return Array.from(new Uint8Array(hash), function (each) { return each.toString(16).padStart(2, "0"); }).join("");
  }

  async function subscription() {
    if (!canPush) return null;
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }

  async function subscribed() {
    const key = bytesOf(section.dataset.key);
    await navigator.serviceWorker.register(section.dataset.worker);
    const registration = await navigator.serviceWorker.ready;
    const there = await registration.pushManager.getSubscription();
    if (there && textOf(there.options.applicationServerKey) === section.dataset.key) return there;
    if (there) await there.unsubscribe(); // of another installation, or of one whose keys are new
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  function lack() {
    const isOfApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
    if (!window.isSecureContext) return "https";
    if (isOfApple && !window.navigator.standalone) return "home-screen";
    if (!canPush) return "browser";
    return Notification.permission === "denied" ? "permission" : "";
  }

  function show(lacking) {
    section.querySelectorAll("[data-lacks]").forEach(function (each) { each.hidden = each.dataset.lacks !== lacking; });
    section.querySelector("ul").hidden = Boolean(lacking) && !["service", "server"].includes(lacking); // those may be tried again
    section.hidden = false;
  }

  function mark(phone) {
    section.querySelectorAll("li").forEach(function (each) {
      const isOn = Boolean(phone) && each.dataset.on.split(" ").includes(phone);
      each.querySelectorAll("[data-when]").forEach(function (part) { part.hidden = (part.dataset.when === "on") !== isOn; });
    });
  }

  async function choose(form, button) {
    const sent = new FormData(form);
    sent.append(button.name, button.value);
    const phone = sent.get("wanted") === "yes" ? await subscribed() : await subscription();
    if (!phone) return;
    const told = phone.toJSON();
    sent.set("endpoint", told.endpoint);
    sent.set("p256dh", told.keys.p256dh);
    sent.set("auth", told.keys.auth);
    const answer = await fetch(form.action, { method: "POST", body: sent });
    if (answer.ok) window.location.reload();
    else show(answer.status === 409 || answer.status === 422 ? "service" : "server");
  }

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (!section || !section.contains(form)) return;
    event.preventDefault();
    event.stopPropagation();
    choose(form, event.submitter).catch(function () { show(lack() || "server"); });
  }, true);

  subscription().then(async function (there) {
    const phone = there ? await digest(there.endpoint) : "";
    if (section) {
      show(lack());
      mark(phone);
    }
    if (!there) return;
    forgets.forEach(function (form) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "phone", value: phone });
      form.append(field);
      if (form.hasAttribute("data-forgets-all")) form.addEventListener("submit", function () { there.unsubscribe(); });
    });
  }).catch(function () { if (section) show(lack() || "browser"); });
})();
