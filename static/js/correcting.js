"use strict";

// “This text is wrong” is on: a tap chooses the text that it lands on, and does nothing else. Which texts the page has, the
// server says (tournaments/views/accounts/text_recording.py); a tapped one is found by its words, whatever stands in its gaps.
(function () {
  const bar = document.getElementById("correcting");
  if (!bar) return;
  const says = bar.querySelector("[role=status]");
  const list = bar.querySelector("ul");
  const all = bar.querySelector(".all");
  const use = bar.querySelector(".use");
  const MOST_SHOWN = 8;
  const MOST_LETTERS = 3000; // of an element that may be one text
  const ATTRIBUTES = ["placeholder", "aria-label", "title", "alt", "value"]; // of what shows no letters of its own
  const SHORTEST = 4; // letters of a text that stands within another
  const CLOSE = 0.75; // of the letters of the best: what leaves more to its gaps fits by chance
  const LEAST_OF_IT = 0.3; // of what is around a tapped word: or every text with gaps would fit some of it

  function squeezed(text) { return text.replace(/[\u00ad\u200b\u2060]/g, "").replace(/\s+/g, " "); }
  function plain(text) { return squeezed(text).toLowerCase(); }
  const texts = JSON.parse(document.getElementById("correcting-texts").textContent).map(function (text) {
    text.forms = text.forms.map(function (pieces) {
      const kept = pieces.map(plain);
      kept[0] = kept[0].trimStart();
      kept[kept.length - 1] = kept[kept.length - 1].trimEnd();
      return kept;
    });
    return text;
  });

  function letters(pieces) { return pieces.join("").length; }
  function hasWords(pieces) { return pieces.some(function (piece) { return piece.toUpperCase() !== piece; }); }

  // From the front, each piece as early as it can be: of gaps that take anything no other way finds more.
  function isWhole(pieces, text) {
    if (pieces.length === 1) return pieces[0] === text;
    const last = pieces[pieces.length - 1];
    if (!hasWords(pieces) || !text.startsWith(pieces[0]) || !text.endsWith(last)) return false;
    let at = pieces[0].length;
    for (const piece of pieces.slice(1, -1)) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= text.length - last.length;
  }

  function isLetter(character) { return Boolean(character) && character.toUpperCase() !== character; }

  // Beside others, of whole words.
  function isWithin(pieces, text) {
    if (letters(pieces) < SHORTEST || !hasWords(pieces)) return false;
    let at = 0;
    return pieces.every(function (piece) {
      const found = text.indexOf(piece, at);
      at = found + piece.length;
      const isCut = (isLetter(piece[0]) && isLetter(text[found - 1])) || (isLetter(piece[piece.length - 1]) && isLetter(text[at]));
      return found >= 0 && !isCut;
    });
  }

  // Those that say the text to the letter, or else those that leave the least of it to gaps.
  function best(text, fits, least) {
    const sought = plain(text).trim();
    if (!sought) return [];
    const found = [];
    texts.forEach(function (each) {
      const fitting = each.forms.filter(function (pieces) { return letters(pieces) >= least * sought.length && fits(pieces, sought); });
      if (fitting.length) found.push({ text: each, letters: Math.max.apply(null, fitting.map(letters)) });
    });
    found.sort(function (one, other) { return other.letters - one.letters; });
    const exact = found.filter(function (each) { return each.letters === sought.length; });
    const same = exact.filter(function (each) { return squeezed(each.text.text).trim() === squeezed(text).trim(); });
    const close = found.filter(function (each) { return fits === isWithin || each.letters >= CLOSE * found[0].letters; });
    return (same.length ? same : exact.length ? exact : close).slice(0, MOST_SHOWN).map(function (each) { return each.text; });
  }

  function tappedNode(event, target) {
    if (!event.clientX && !event.clientY) return null; // by keyboard
    let node = null;
    if (document.caretPositionFromPoint) {
      const found = document.caretPositionFromPoint(event.clientX, event.clientY);
      node = found && found.offsetNode;
    } else if (document.caretRangeFromPoint) {
      const found = document.caretRangeFromPoint(event.clientX, event.clientY);
      node = found && found.startContainer;
    }
    return node && node.nodeType === Node.TEXT_NODE && target.contains(node) ? node : null;
  }

  function textsAt(target, node) {
    if (target.matches("select")) return textsOf(Array.from(target.options).map(function (each) { return each.text; }));
    const tries = node ? [[node.data, isWhole, 0]] : [];
    for (let each = target; each && each !== document.body && each.textContent.length <= MOST_LETTERS; each = each.parentElement) {
      tries.push([each.textContent, isWhole, LEAST_OF_IT]);
    }
    if (node) tries.push([node.data, isWithin, 0]);
    else ATTRIBUTES.forEach(function (name) { tries.push([target.getAttribute(name) || "", isWhole, 0]); });
    for (const one of tries) {
      const found = best.apply(null, one).filter(function (text) { return !node || isOf(text, node.data); });
      if (found.length) return found;
    }
    return [];
  }

  // A name within a sentence stands in a gap of it, and is none of its words.
  function isOf(text, tapped) {
    const sought = plain(tapped).trim();
    return text.forms.some(function (pieces) {
      return pieces.map(function (piece) { return piece.trim(); }).some(function (piece) {
        return hasWords([piece]) && (piece.includes(sought) || sought.includes(piece));
      });
    });
  }

  function textsOf(options) {
    const found = options.map(function (text) { return best(text, isWhole, 0); });
    return Array.from(new Set([].concat.apply([], found)));
  }

  function addressOf(text) {
    return bar.dataset.address.replace("KEY", text.key) + "?page=" + encodeURIComponent(bar.dataset.page);
  }

  function show(found, words) {
    says.textContent = words;
    list.replaceChildren();
    found.forEach(function (text) {
      const link = document.createElement("a");
      link.href = addressOf(text);
      link.textContent = text.text;
      if (text.context || text.english !== text.text) {
        const small = document.createElement("small");
        small.lang = "en";
        small.textContent = text.english + (text.context ? " · " + text.context : "");
        link.append(small);
      }
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    });
    list.hidden = !found.length;
    list.scrollTop = 0;
    if (found.length) list.querySelector("a").focus({ preventScroll: true });
  }

  function close() {
    show([], says.dataset.ask);
    all.setAttribute("aria-expanded", "false");
  }

  function choose(target, node) {
    all.setAttribute("aria-expanded", "false");
    const found = textsAt(target, node);
    if (found.length === 1) window.location.assign(addressOf(found[0]));
    else show(found, found.length ? says.dataset.choose : says.dataset.none);
  }

  function isOurs(event) { return event.target instanceof Node && bar.contains(event.target); }
  function isUsed() { return use.getAttribute("aria-pressed") === "true"; }
  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // The window hears of everything first.
  ["pointerdown", "mousedown", "mouseup", "pointerup", "dblclick", "auxclick", "submit", "change", "input", "dragstart"].forEach(function (name) {
    window.addEventListener(name, function (event) { if (!isUsed() && !isOurs(event)) stop(event); }, true);
  });
  window.addEventListener("click", function (event) {
    if (isUsed() || isOurs(event)) return;
    stop(event);
    if (event.target instanceof Element) choose(event.target, tappedNode(event, event.target));
  }, true);
  window.addEventListener("keydown", function (event) {
    if (isUsed() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return close();
    if (isOurs(event)) return event.stopPropagation();
    if (/^(Tab|Shift|Arrow|Page|Home|End)/.test(event.key)) return event.stopPropagation();
    stop(event);
    if (event.key === "Enter" || event.key === " ") choose(event.target, null);
  }, true);

  all.addEventListener("click", function () {
    const opens = all.getAttribute("aria-expanded") === "false";
    close();
    if (!opens) return;
    all.setAttribute("aria-expanded", "true");
    show(texts, says.dataset.all);
  });
  use.addEventListener("click", function () {
    close();
    use.setAttribute("aria-pressed", String(!isUsed()));
    if (isUsed()) says.textContent = says.dataset.use;
  });
})();
