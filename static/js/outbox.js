"use strict";

// What somebody has tapped and no server has answered lies here, in the browser's own store, and outlives the page: another
// page of the same person sends it. Each tap is in the hands of one page; what a page that is gone had in hand is anybody's.
// Where nothing may be stored every promise fails, and the tap lives as long as its page.
(function () {
  const IN_HAND = 10000; // so long without a word, a page is taken for dead
  const LAST_DONE = "clubchess-done";
  const owner = document.body.dataset.outbox || "";
  const pages = owner.startsWith("card-") ? "clubchess-cards-1" : "clubchess-staff-1"; // as the worker calls their store
  const page = window.crypto.getRandomValues(new Uint32Array(2)).join("-");
  let opened = null;

  function open() {
    if (!owner) return Promise.reject(new Error("nobody's page"));
    opened = opened || new Promise(function (resolve, reject) {
      const asked = window.indexedDB.open("clubchess-outbox", 1);
      asked.onupgradeneeded = function () { asked.result.createObjectStore("taps", { keyPath: "id", autoIncrement: true }); };
      asked.onerror = function () { reject(asked.error); };
      asked.onsuccess = function () {
        asked.result.onclose = function () { opened = null; };
        resolve(asked.result);
      };
    });
    return opened;
  }

  // One transaction, with all that is the person's, oldest first: what `work` gives back is the answer once it is on disk.
  function change(work) {
    return open().then(function (base) {
      return new Promise(function (resolve, reject) {
        const transaction = base.transaction("taps", "readwrite");
        const store = transaction.objectStore("taps");
        let answer = null;
        transaction.onabort = function () { reject(transaction.error); };
        transaction.oncomplete = function () { resolve(answer); };
        store.getAll().onsuccess = function (event) {
          try {
            answer = work(store, event.target.result.filter(function (each) { return each.owner === owner; }));
          } catch (error) {
            transaction.abort();
          }
        };
      });
    });
  }

  // That a page is there it says beside the store, where one word is enough in the moment in which it goes.
  function nameOf(other) { return "clubchess-page:" + other; }

  let isLeft = false;

  function beHeard() {
    if (!isLeft) remember(nameOf(page), Date.now());
  }

  function remember(name, time) {
    try {
      window.localStorage.setItem(name, String(time));
    } catch (error) {
      return; // then two pages send the same, and the server does it once
    }
  }

  function beGone(other) {
    try {
      window.localStorage.removeItem(nameOf(other));
    } catch (error) {
      return;
    }
  }

  function isThere(other) {
    try {
      // The clock may have been set meanwhile, by a day in either direction.
      return Math.abs(Date.now() - Number(window.localStorage.getItem(nameOf(other)))) < IN_HAND;
    } catch (error) {
      return false;
    }
  }

  function isWaiting(tap) { return !tap.refused; }
  function isMine(tap) { return isWaiting(tap) && tap.page === page; }
  function isInNobodysHands(tap) { return isWaiting(tap) && tap.page !== page && !isThere(tap.page); }

  // What was refused stays, to be read, until somebody has seen it.
  const box = document.getElementById("refused");
  const seen = box && box.querySelector("button");

  function showRefused() {
    if (!box) return Promise.resolve();
    return change(function (store, taps) { return taps.filter(function (tap) { return tap.refused; }); }).then(function (found) {
      box.hidden = !found.length;
      box.querySelector("ul").replaceChildren(...found.map(lineOf));
    }).catch(function () { return null; });
  }

  function lineOf(tap) {
    const line = document.createElement("li");
    const told = document.createElement("p");
    const when = new Date(tap.at).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    told.textContent = box.dataset.failed.replace("{tap}", tap.label) + " (" + when + "). " + tap.refused + " ";
    if (tap.path !== window.location.pathname + window.location.search) {
      const way = document.createElement("a");
      way.href = tap.path;
      way.textContent = tap.title;
      told.append(way);
    }
    const button = seen.cloneNode(true);
    button.addEventListener("click", function () {
      outbox.forget(function (each) { return each.id === tap.id; }).then(showRefused);
    });
    line.append(told, button);
    return line;
  }

  window.clubchess = window.clubchess || {};
  const outbox = window.clubchess.outbox = {
    IN_HAND: IN_HAND,

    // Gives the key under which it is kept.
    keep: function (tap) {
      let added = null;
      beHeard();
      return change(function (store) { added = store.add({ ...tap, owner: owner, page: page }); }).then(function () { return added.result; });
    },

    // What is done goes, and in the same moment what is to be sent after it is as that has left it.
    settle: function (key, after) {
      remember(LAST_DONE, Date.now());
      return change(function (store, taps) {
        store.delete(key);
        if (after && taps.some(function (tap) { return tap.id === after.id; })) store.put({ ...after, owner: owner, page: page });
      });
    },

    takeOver: function () {
      return change(function (store, taps) {
        return taps.filter(isInNobodysHands).map(function (tap) {
          beHeard();
          beGone(tap.page);
          store.put({ ...tap, page: page });
          return tap;
        });
      });
    },

    // The keys of what is still in this page's hands, for another while.
    hold: function () {
      beHeard();
      return change(function (store, taps) { return taps.filter(isMine).map(function (tap) { return tap.id; }); });
    },

    // Between the moment in which this page was asked for and now: then it may show what was before that.
    wasDoneMeanwhile: function () {
      try {
        const last = Number(window.localStorage.getItem(LAST_DONE));
        return last >= window.performance.timeOrigin && last <= Date.now(); // the clock may have been set since
      } catch (error) {
        return false;
      }
    },

    waiting: function (isMeant) {
      return change(function (store, taps) { return taps.filter(isWaiting).filter(isMeant || Boolean).length; });
    },
    refuse: function (tap, reason) {
      return change(function (store) { store.put({ ...tap, owner: owner, refused: reason || " " }); }).then(showRefused);
    },

    // All that is this person's, or those of it that `isMeant`.
    forget: function (isMeant) {
      return change(function (store, taps) {
        taps.filter(isMeant || Boolean).forEach(function (tap) { store.delete(tap.id); });
      });
    },

    // By the form that ends what this browser may: it asks first where something waits, and leaves nothing behind for the
    // next one here. False where no server could be reached.
    leave: async function (form, words, isMeant, least) {
      const count = Math.max(least || 0, await outbox.waiting(isMeant).catch(function () { return 0; }));
      const question = words[count === 1 ? "leavesOne" : "leavesMany"].replace("{count}", String(count));
      if (count && !window.confirm(question)) return true;
      let answer = null;
      try {
        answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      } catch (error) {
        return false;
      }
      await outbox.forget(isMeant).catch(function () { return null; });
      if (window.caches) await window.caches.delete(pages);
      if (answer.ok) window.location.assign(answer.url);
      else HTMLFormElement.prototype.submit.call(form);
      return true;
    },

    // crypto.randomUUID is there on https only, and clubs run this in their own four walls.
    newReceipt: function () {
      const bytes = window.crypto.getRandomValues(new Uint8Array(16));
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
    },

    // The worker keeps these pages for later, and what they are made of; from a first page on, which came without it.
    keepForLater: function (addresses) {
      const { worker, offline } = document.body.dataset;
      const workers = worker ? window.navigator.serviceWorker : null;
      if (!workers) return;
      const parts = workers.controller ? [] : Array.from(document.querySelectorAll("link[rel=stylesheet], script[src]"), function (each) { return each.href || each.src; });
      const wanted = [...addresses(!workers.controller), ...(workers.controller ? [] : [offline]), ...parts];
      (workers.controller ? workers.ready : workers.register(worker).then(function () { return workers.ready; })).then(function (registration) {
        if (wanted.length) registration.active.postMessage(wanted);
      }).catch(function () { return null; }); // a private window: nothing is kept
    },

    // Of a page that the worker has kept: from when it is.
    tellSince: function (words) {
      const { kept } = document.body.dataset;
      if (!kept) return;
      const time = new Date(Number(kept)).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      const line = document.createElement("p");
      line.className = "notice warn since";
      line.textContent = words.replace("{time}", time);
      document.getElementById("content").prepend(line);
    },

    // Of today: logging in again changes it. Over https it has the longer name; the shorter may then be left from before.
    token: function () {
      const found = document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]+)/) || document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
      return found ? found[1] : "";
    },
  };

  // The next page need not wait until this one is taken for dead. It may come back, as it was.
  window.addEventListener("pagehide", function () {
    isLeft = true;
    beGone(page);
  });
  window.addEventListener("pageshow", function () { isLeft = false; });
  showRefused();
})();
