"use strict";

// Keeps the public pages last seen, so that they open without a network. The network always goes first: what is kept is shown
// when it fails, is slow or answers with a failure. Only what the server marks is kept: public pages (PUBLIC), and apart from
// them the cards of whoever has this phone (OWNED).

const PAGES = "clubchess-pages-1"; // another number drops what older workers have kept
const PARTS = "clubchess-parts-1"; // sheets, scripts, logos, and the data of the own board
const OWN = "clubchess-own-1"; // cards that were opened here; emptied by the page that forgets them (outbox.js)
const MOST = { [PAGES]: 60, [PARTS]: 60, [OWN]: 20 };
const PUBLIC = "X-Public-Page";
const OWNED = "X-Own-Page";
const PATIENCE = 5000;

self.addEventListener("install", function () { self.skipWaiting(); });

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    const old = names.filter(function (name) { return name.startsWith("clubchess-") && !MOST[name]; });
    return Promise.all(old.map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});

// From a page that was opened before there was a worker: itself, and what it is made of.
self.addEventListener("message", function (event) {
  event.waitUntil(Promise.all(event.data.map(async function (address) {
    const url = new URL(address, self.location.origin);
    if (url.origin === self.location.origin && !isOfStaff(url)) await keep(url, await fetch(url.pathname));
  })).catch(function () { return null; }));
});

self.addEventListener("fetch", function (event) {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || isOfStaff(url)) return;
  if (event.request.mode === "navigate") event.respondWith(page(event, url));
  else if (url.pathname.endsWith("/live/")) event.respondWith(news(event, url));
  else if (isPart(url)) event.respondWith(part(event, url));
});

function isOfStaff(url) { return /^\/[a-z]{2}\/[^/]+\/staff\//.test(url.pathname); }

function isCard(url) { return /^\/[a-z]{2}\/[^/]+\/me\//.test(url.pathname); }

// A card that opens nothing any more is not read here either.
async function lose(url, answer) {
  if (!answer.headers.has(OWNED) && answer.status !== 0) await (await caches.open(OWN)).delete(url.origin + url.pathname, { ignoreVary: true });
}

function isPart(url) { return /^\/(static|logo)\/|\/boards\.json$/.test(url.pathname); }

async function asked(event, url) {
  const answer = await fetch(event.request);
  event.waitUntil(keep(url, answer.clone()));
  return answer;
}

async function page(event, url) {
  const wanted = asked(event, url);
  try {
    const answer = await Promise.race([wanted, impatience()]);
    if (isCard(url) && answer.status < 500) await lose(url, answer);
    return answer.status < 500 ? waiting(answer) : (await kept(url)) || answer;
  } catch (error) {
    return (await kept(url)) || wanted.then(waiting, function () { return offline(url); });
  }
}

// Who has been here may have a board of their own. Their page is not seen before it: the script that draws it lies in the
// browser's store. A first page comes without a worker, and waits for nothing.
async function waiting(answer) {
  if (!isWhole(answer) || !isPublicPage(answer)) return answer;
  return new Response(waits(await answer.text()), { headers: headersOf(answer, answer) });
}

function waits(html) { return html.replace('blocking=""', 'blocking="render"'); }

function impatience() {
  return new Promise(function (_resolve, reject) { setTimeout(reject, PATIENCE); });
}

async function part(event, url) {
  try {
    return await asked(event, url);
  } catch (error) {
    return (await found(PARTS, url)) || Response.error();
  }
}

// What an open page has just been told belongs into the page that is kept.
async function news(event, url) {
  const answer = await fetch(event.request);
  if (answer.status === 200 && answer.headers.has(PUBLIC)) event.waitUntil(renew(url, answer.clone()));
  return answer;
}

async function renew(url, answer) {
  const address = new URL(url.pathname.slice(0, -"live/".length), url);
  const old = await found(PAGES, address);
  const [html, fragment] = [old ? await old.text() : "", await answer.text()];
  const version = /data-version="[^"]*"/;
  const place = /<div id="live">[^]*<\/div>(?=\s*<\/main>)/;
  if (!/<body class="public/.test(html) || !place.test(html) || !version.test(fragment)) return;
  const renewed = html.replace(version, version.exec(fragment)[0]).replace(place, function () { return fragment.trim(); });
  await put(PAGES, address, new Response(renewed, { headers: headersOf(old, answer) }));
}

async function keep(url, answer) {
  if (!isWhole(answer)) return;
  if (isPart(url)) await put(PARTS, url, answer);
  else if (isPublicPage(answer)) await put(PAGES, url, answer);
  else if (answer.headers.has(OWNED)) await put(OWN, url, answer);
}

function isWhole(answer) { return answer.status === 200 && answer.type === "basic" && !answer.redirected; }

function isPublicPage(answer) {
  return answer.headers.has(PUBLIC) && (answer.headers.get("Content-Type") || "").startsWith("text/html");
}

async function put(name, url, answer) {
  const whole = new Response(await answer.blob(), { headers: answer.headers }); // an answer that breaks off leaves the old one
  const cache = await caches.open(name);
  await cache.put(url.origin + url.pathname, whole); // at the end: what was seen longest ago stands first
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(all.length - MOST[name], 0)).map(function (each) { return cache.delete(each, { ignoreVary: true }); }));
}

async function found(name, url) {
  const cache = await caches.open(name);
  return cache.match(url.origin + url.pathname, { ignoreVary: true });
}

// The page says itself that it is not fresh: it is told when it was.
async function kept(url) {
  const answer = await found(isCard(url) ? OWN : PAGES, url);
  if (!answer) return null;
  const since = Date.parse(answer.headers.get("Date")) || 0;
  const html = waits(await answer.text()).replace("<body ", function () { return '<body data-kept="' + since + '" '; });
  return new Response(html, { headers: headersOf(answer, answer) });
}

function headersOf(answer, newer) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set("Date", newer.headers.get("Date") || new Date().toUTCString());
  return headers;
}

// Our own words, in the language of the address where they are kept in it.
async function offline(url) {
  const cache = await caches.open(PAGES);
  const pages = (await cache.keys()).filter(function (each) { return each.url.endsWith("/offline/"); });
  const own = pages.find(function (each) { return new URL(each.url).pathname.split("/")[1] === url.pathname.split("/")[1]; });
  const answer = pages.length ? await cache.match(own || pages[0], { ignoreVary: true }) : null;
  return answer || Response.error();
}
