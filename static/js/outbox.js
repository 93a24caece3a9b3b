"use strict";

// What somebody has tapped and no server has answered lies here, in the browser's own store, and outlives the page: another
// page of the same person sends it. Each tap is in the hands of one page; what a page that is gone had in hand is anybody's.
// Where nothing may be stored every promise fails, and the tap lives as long as its page.
(function () {
  const IN_HAND = 10000; // so long without a word, a page is taken for dead
  const owner = document.body.dataset.outbox || "";
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

  function beHeard() {
    try {
      window.localStorage.setItem(nameOf(page), String(Date.now()));
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

  window.clubchess = window.clubchess || {};
  window.clubchess.outbox = {
    IN_HAND: IN_HAND,

    // Gives the key under which it is kept.
    keep: function (tap) {
      let added = null;
      beHeard();
      return change(function (store) { added = store.add({ ...tap, owner: owner, page: page }); }).then(function () { return added.result; });
    },

    // What is done goes, and in the same moment what is to be sent after it is as that has left it.
    settle: function (key, after) {
      return change(function (store, taps) {
        store.delete(key);
        if (after && taps.some(function (tap) { return tap.id === after.id; })) store.put({ ...after, owner: owner, page: page });
      });
    },

    // It stays, to be read, until somebody has seen it.
    refuse: function (tap, reason) {
      return change(function (store) { store.put({ ...tap, owner: owner, refused: reason || " " }); });
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

    // The next page need not wait until this one is taken for dead.
    letGo: function () { beGone(page); },

    waiting: function () { return change(function (store, taps) { return taps.filter(isWaiting).length; }); },
    refused: function () { return change(function (store, taps) { return taps.filter(function (tap) { return tap.refused; }); }); },

    // All that is this person's, or those of it that `isMeant`.
    forget: function (isMeant) {
      return change(function (store, taps) {
        taps.filter(isMeant || Boolean).forEach(function (tap) { store.delete(tap.id); });
      });
    },
  };
})();
