"use strict";

// In the place of service_worker.js where an installation keeps no pages on phones: what was kept goes, and the worker too.
self.addEventListener("install", function () { self.skipWaiting(); });

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name.startsWith("clubchess-"); }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.registration.unregister(); }));
});
