"use strict";

// Keeps the public pages last seen, so that they open without a network. The network always goes first: what is kept is shown
// when it fails, is slow or answers with a failure. Only what the server marks is kept: public pages (PUBLIC), and apart from
// them the cards of whoever has this phone, and for some hours what an evening needs of the staff's pages (OWNED).

const PAGES = "clubchess-pages-1"; // another number drops what older workers have kept
const PARTS = "clubchess-parts-1"; // sheets, scripts, logos, and the data of the own board
const CARDS = "clubchess-cards-1"; // that were opened here; emptied by the page that forgets them (outbox.js)
const TONIGHT = "clubchess-staff-1"; // the staff's pages of an evening, of one person; emptied by their log-out
const MOST = { [PAGES]: 60, [PARTS]: 60, [CARDS]: 20, [TONIGHT]: 30 };
const AN_EVENING = 8 * 3600000;
const PUBLIC = "X-Public-Page";
const OWNED = "X-Own-Page";
const KEPT_AT = "X-Kept-At";
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
  event.waitUntil(keepAll(event.data).catch(function () { return null; }));
});

// What the card would say, while nobody has it open. One that is about the same takes the place of the one before.
self.addEventListener("push", function (event) {
  const told = toldBy(event);
  if (told) event.waitUntil(self.registration.showNotification(told.title, { body: told.body, tag: told.tag, data: { url: told.url } }));
});

function toldBy(event) {
  try {
    const told = event.data.json();
    return typeof told.title === "string" ? told : null;
  } catch (error) {
    return null;
  }
}

self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  const url = new URL((event.notification.data || {}).url || "/", self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(opened(url));
});

async function opened(url) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find(function (each) { return new URL(each.url).pathname === url.pathname; });
  if (!page) return self.clients.openWindow(url.href);
  const there = await page.navigate(url.href).catch(function () { return page; }); // what it says may be old by now
  return (there || page).focus();
}

// One after the other: a club's laptop has more to do.
async function keepAll(addresses) {
  for (const address of addresses) {
    const url = new URL(address, self.location.origin);
    if (url.origin === self.location.origin) await keep(url, await fetch(url.pathname));
  }
}

self.addEventListener("fetch", function (event) {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(isOfStaff(url) ? ofStaff(event, url) : page(event, url));
  else if (isOfStaff(url)) return;
  else if (url.pathname.endsWith("/live/")) event.respondWith(news(event, url));
  else if (isPart(url)) event.respondWith(part(event, url));
});

function isOfStaff(url) { return /^\/[a-z]{2}\/[^/]+\/staff\//.test(url.pathname); }

async function ofStaff(event, url) {
  const wanted = fetch(event.request);
  try {
    const answer = await Promise.race([wanted, impatience()]);
    if ([401, 403, 404].includes(answer.status)) await caches.delete(TONIGHT); // they may not any more
    event.waitUntil(keep(url, answer.clone()));
    return answer.status < 500 ? answer : (await kept(url)) || answer;
  } catch (error) {
    return (await kept(url)) || wanted.catch(function () { return offline(url); });
  }
}

function isLogIn(url) { return /^\/[a-z]{2}\/log-in\//.test(url.pathname); }

function isCard(url) { return /^\/[a-z]{2}\/[^/]+\/me\//.test(url.pathname); }

// A card that opens nothing any more is not read here either.
async function lose(url, answer) {
  if (!answer.headers.has(OWNED) && answer.status !== 0) await (await caches.open(CARDS)).delete(url.origin + url.pathname, { ignoreVary: true });
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
    if (isLogIn(url)) await caches.delete(TONIGHT); // whoever is sent there, or comes there, has no session
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
  else if (answer.headers.get(OWNED) === "card") await put(CARDS, url, answer);
  else if (answer.headers.has(OWNED) && !url.search) await putOfStaff(url, answer);
}

function isWhole(answer) { return answer.status === 200 && answer.type === "basic" && !answer.redirected; }

function isPublicPage(answer) {
  return answer.headers.has(PUBLIC) && (answer.headers.get("Content-Type") || "").startsWith("text/html");
}

// Of one person: what the one before had is gone with the first page of the next.
async function putOfStaff(url, answer) {
  const cache = await caches.open(TONIGHT);
  const [other] = await cache.matchAll();
  if (other && other.headers.get(OWNED) !== answer.headers.get(OWNED)) await caches.delete(TONIGHT);
  await put(TONIGHT, url, answer);
}

async function put(name, url, answer) {
  const whole = new Response(await answer.blob(), { headers: headersOf(answer, answer) }); // an answer that breaks off leaves the old one
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
  const name = isOfStaff(url) ? TONIGHT : isCard(url) ? CARDS : PAGES;
  const answer = await found(name, url);
  if (!answer) return null;
  if (name === TONIGHT && (url.search || Math.abs(Date.now() - Number(answer.headers.get(KEPT_AT))) > AN_EVENING)) {
    if (!url.search) await caches.delete(TONIGHT);
    return null;
  }
  const since = Date.parse(answer.headers.get("Date")) || 0;
  const html = waits(await answer.text()).replace("<body ", function () { return '<body data-kept="' + since + '" '; });
  return new Response(html, { headers: headersOf(answer, answer) });
}

function headersOf(answer, newer) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set(KEPT_AT, answer.headers.get(KEPT_AT) || String(Date.now())); // by the clock that looks at it again
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
