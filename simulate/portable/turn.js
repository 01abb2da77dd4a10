"use strict";
// Turn a number: plays the run's own first games with other numbers, in workers (`player.js`), and
// tells what became of them.  Nothing starts before a button is pressed.
(function () {
  var REACH = 1.959963984540054; // standard errors of an interval of 95% to either side
  var IMAGINED = 2, MOST_WORKERS = 8, MOST_LINES = 13;
  var place = document.getElementById("turn-play");
  if (!place) return;
  var held = JSON.parse(document.getElementById("turn-held").textContent);
  var wasmAble = window.WebAssembly && window.Worker && window.DecompressionStream;
  if (!wasmAble || !window.crypto || !crypto.subtle) {
    place.textContent = "This browser, or the way this page was opened, cannot play games.";
    return;
  }
  // `copy` is the page's own (script.js).
  var fields = [], looks = 0, crew = null, before = null;

  // Statistics, as docs/statistics.md has them: of each game 0, 1, or a part of a shared win.
  function sum(values) { return values.reduce(function (a, b) { return a + b; }, 0); }
  function rate(won) {
    var n = won.length, p = sum(won) / n, z = REACH * REACH;
    var centre = (p + z / (2 * n)) / (1 + z / n);
    var half = REACH / (1 + z / n) * Math.sqrt(p * (1 - p) / n + z / (4 * n * n));
    return [p, p > 0 ? Math.max(0, centre - half) : 0, p < 1 ? Math.min(1, centre + half) : 1];
  }
  function difference(pairs) {
    var n = pairs.length, gaps = pairs.map(function (pair) { return pair[1] - pair[0]; });
    var d = sum(gaps) / n, squares = sum(gaps.map(function (gap) { return gap * gap; }));
    var centre = n * d / (n + IMAGINED);
    var spread = (squares + IMAGINED) / (n + IMAGINED) - centre * centre;
    var half = REACH * Math.sqrt(spread / (n + IMAGINED));
    return [d, Math.max(-1, centre - half), Math.min(1, centre + half)];
  }
  // fair: the share from which the band is counted, 0 of a rate.
  function verdict(ends, fair) {
    var low = held.band[0] + fair, high = held.band[1] + fair;
    if (ends[1] >= low && ends[2] <= high) return held.said.on;
    return held.said[ends[1] > high ? "above" : ends[2] < low ? "below" : "more"];
  }
  function tenth(share) {
    var text = (Math.abs(share) * 100).toFixed(1);
    return (share < 0 && text !== "0.0" ? "-" : "") + text;
  }
  function signed(share) { var text = tenth(share); return /^(-|0\.0$)/.test(text) ? text : "+" + text; }
  function asRate(ends) { return tenth(ends[0]) + "% (" + tenth(ends[1]) + "-" + tenth(ends[2]) + ")"; }
  function asGap(ends) { return signed(ends[0]) + " points (" + signed(ends[1]) + " to " + signed(ends[2]) + ")"; }

  // Playing
  function unpacked(text) {
    var stream = new DecompressionStream("deflate"), writer = stream.writable.getWriter();
    writer.write(Uint8Array.from(atob(text), function (c) { return c.charCodeAt(0); }));
    writer.close();
    return new Response(stream.readable).arrayBuffer();
  }
  function worker(address) {
    var made = new Worker(address), asked = {}, next = 0;
    made.onmessage = function (event) {
      var done = asked[event.data[0]];
      if (event.data[2]) done[1](new Error(event.data[2])); else done[0](event.data[1]);
    };
    made.onerror = function (event) {
      Object.keys(asked).forEach(function (id) { asked[id][1](new Error(event.message || "no worker")); });
    };
    return function (what, given) {
      return new Promise(function (done, failed) {
        asked[++next] = [done, failed];
        made.postMessage([next, what, given]);
      });
    };
  }
  function hired() {
    if (crew) return crew;
    var address = URL.createObjectURL(new Blob([PLAYER], { type: "text/javascript" }));
    var many = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1));
    crew = Promise.all([unpacked(held.module).then(function (bytes) {
      return WebAssembly.compile(bytes);
    }), unpacked(held.parts)]).then(function (found) {
      return Promise.all(Array.from({ length: many }, function () {
        var ask = worker(address);
        return ask("open", { module: found[0], parts: found[1], image: held.image })
          .then(function () { return ask; });
      }));
    });
    return crew;
  }
  // All games, shared among the workers; each begins at a game of the first seating.
  function played(patch) {
    return hired().then(function (workers) {
      var every = held.image.calls.length;
      var part = Math.ceil(held.games / workers.length / every) * every, shares = [];
      for (var first = 0; first < held.games; first += part) {
        shares.push({ first: first, count: Math.min(part, held.games - first), patch: patch });
      }
      return Promise.all(shares.map(function (share, at) { return workers[at]("games", share); }));
    }).then(function (found) {
      return { games: joined(found, "games"), seats: joined(found, "seats") };
    });
  }
  function joined(found, kind) {
    var size = sum(found.map(function (one) { return one[kind].byteLength; })), at = 0;
    var all = new Uint8Array(size);
    found.forEach(function (one) { all.set(new Uint8Array(one[kind]), at); at += one[kind].byteLength; });
    return all;
  }
  function mark(rows) {
    var all = new Uint8Array(rows.games.length + rows.seats.length);
    all.set(rows.games);
    all.set(rows.seats, rows.games.length);
    return crypto.subtle.digest("SHA-256", all).then(function (digest) {
      return Array.from(new Uint8Array(digest), function (byte) {
        return (byte + 256).toString(16).slice(1);
      }).join("");
    });
  }
  // What came of each game: won (1) or lost (0); or what each thing that seats have won of it
  // (undefined where nobody has it), with a mark of who won.
  function outcomes(rows) {
    return Array.from({ length: held.games }, function (_, game) {
      return held.read.won ? { ended: won(rows.games, game) } : shared(rows.seats, game);
    });
  }
  function won(games, game) {
    return held.read.won.every(function (said) {
      return games[game * held.image.games.each + said[0]] === said[1];
    }) ? 1 : 0;
  }
  function shared(seats, game) {
    var read = held.read, things = [], times = [], ended = "";
    for (var seat = 0; seat < read.seats; seat++) {
      var at = game * held.image.seats.each + seat * read.each;
      var part = seats[at + read.rank] === 1 ? 1 / seats[at + read.tied] : 0;
      ended += part + " ";
      read.options.forEach(function (place) {
        var thing = seats[at + place];
        times[thing] = (times[thing] || 0) + 1;
        things[thing] = ((things[thing] || 0) * (times[thing] - 1) + part) / times[thing];
      });
    }
    return { ended: ended, things: things };
  }
  // The game as it is, once; a browser that plays other games than the command is not believed.
  function asItIs() {
    before = before || played([]).then(function (rows) {
      return mark(rows).then(function (found) {
        if (found !== held.rows) throw new Error("its games are not those of the command");
        return outcomes(rows);
      });
    });
    return before;
  }

  // The page
  function add(to, kind, text, set) {
    var made = document.createElement(kind);
    if (text) made.textContent = text;
    return to.appendChild(Object.assign(made, set || {}));
  }
  // A command: each word whole, in one block, with a button that copies it.
  function commandIn(to, text, command, kind) {
    var line = add(to, "p", text + " ", { className: kind || "" }), code = add(line, "code");
    command.split(" ").forEach(function (word, at) {
      if (at) code.append(" ");
      add(code, "span", word);
    });
    var copier = add(line, "button", "Copy", { type: "button" });
    copier.addEventListener("click", function () {
      copy(command, function (done) { copier.textContent = done ? "Copied" : "Could not be copied"; });
    });
  }
  function turned() {
    return fields.map(function (field, at) {
      return field.value === "" ? null : { at: at, number: held.numbers[at], value: held.numbers[at].values[field.value] };
    }).filter(Boolean);
  }
  function together(changes) {
    return changes.every(function (one, at) {
      return changes.slice(at + 1).every(function (other) {
        return held.pairs.some(function (pair) { return pair[0] === one.at && pair[1] === other.at; });
      });
    });
  }
  function refusal(changes) {
    if (!changes.length) return "Choose another value for a number first.";
    if (changes.length > held.most) return "Turn " + held.most + " numbers at once at most: more were not tried together.";
    if (!together(changes)) return "These numbers were not tried together, or make no game together: turn one of them back.";
    return "";
  }
  function said(changes) {
    return changes.map(function (one) {
      return one.number.label + " " + one.number.now + " \u2192 " + one.value.text;
    }).join("; ");
  }
  function tell(result, changes, old, now) {
    var sets = changes.map(function (one) { return " " + one.value.set; }).join("");
    if (held.read.won) tellRate(result, changes, old, now); else tellShares(result, changes, old, now);
    if (held.unjudged) add(result, "p", held.unjudged);
    commandIn(result, "Confirm it on fresh luck:", held.confirm + sets, "next");
    tellTurned(result, old, now, sets);
    var aside = add(result, "p", "Trial " + looks + " since this page was opened: ", { className: "aside" });
    add(aside, "code", place.dataset.player);
    aside.append(" in every seat, one setting. Each interval (95%) is for its trial "
      + (held.read.won ? "" : "and its line ") + "alone: of many, some look large by chance.");
  }
  function tellTurned(result, old, now, sets) {
    var games = now.map(function (_, game) { return game; }).filter(function (game) {
      return now[game].ended !== old[game].ended;
    });
    var won = games.filter(function (game) { return now[game].ended === 1; });
    var lost = games.filter(function (game) { return now[game].ended === 0; });
    var most = held.read.won && won.length < lost.length ? lost : held.read.won ? won : games;
    add(result, "p", games.length.toLocaleString("en") + " of " + held.games.toLocaleString("en") + " games turned"
      + (held.read.won ? ": " + won.length + " now won, " + lost.length + " now lost." : ": somebody else wins."));
    if (!most.length) return;
    var what = held.read.won ? (most === won ? ", now won" : ", now lost") : "";
    commandIn(result, "Game " + most[0] + what + ", move by move:", held.replay + sets + " --game " + most[0]);
    var fold = add(result, "details", "", { className: "fold" });
    add(fold, "summary", "The numbers of these games");
    [["Now won", won], ["Now lost", lost], ["Somebody else wins", held.read.won ? [] : games]]
      .forEach(function (kind) {
        if (kind[1].length) add(fold, "p", kind[0] + ": " + kind[1].join(", "));
      });
  }
  // What a difference says in words: fewer games won, or none shown.
  function inWords(gap) {
    if (gap[1] <= 0 && gap[2] >= 0) return "no difference shown";
    return tenth(Math.abs(gap[0])) + " points " + (gap[0] > 0 ? "more" : "fewer") + " games won, more than chance makes";
  }
  function tellRate(result, changes, old, now) {
    var pairs = now.map(function (each, game) { return [old[game].ended, each.ended]; }), gap = difference(pairs);
    add(result, "p", said(changes) + ": " + inWords(gap) + ".", { className: "said" });
    add(result, "p", "Difference on the same luck: " + asGap(gap) + ".");
    ["Before", "After"].forEach(function (when, at) {
      var ends = rate(column(pairs, at)), line = add(result, "p", when + ": won " + asRate(ends) + " ");
      if (held.band) chip(line, verdict(ends, 0));
    });
    if (held.band) add(result, "p", "The target is " + held.target + ".");
  }
  function column(pairs, at) { return pairs.map(function (pair) { return pair[at]; }); }
  function chip(to, found) { add(to, "span", found.mark + " " + found.text, { className: "chip " + found.tone }); }
  // A line for each thing that seats have, those on whose card a number was turned first.
  function tellShares(result, changes, old, now) {
    var lines = held.read.names.map(function (name, thing) {
      var pairs = now.map(function (each, game) { return [old[game].things[thing], each.things[thing]]; })
        .filter(function (pair) { return pair[0] !== undefined && pair[1] !== undefined; });
      var own = changes.some(function (one) { return one.number.of === thing; });
      return pairs.length && { name: name, own: own, pairs: pairs, gap: difference(pairs) };
    }).filter(Boolean).sort(function (a, b) {
      return b.own - a.own || Math.abs(b.gap[0]) - Math.abs(a.gap[0]);
    });
    add(result, "p", said(changes) + ": of each " + held.read.noun + " the share of the wins, before and after on the same luck."
      + (held.band ? " The verdict is on " + held.target + "." : ""), { className: "said" });
    add(result, "p", inWordsOfAll(lines));
    table(result, lines.slice(0, MOST_LINES));
    var rest = lines.slice(MOST_LINES);
    if (!rest.length) return;
    var fold = add(result, "details", "", { className: "fold" });
    add(fold, "summary", rest.length + " more, which move less");
    table(fold, rest);
  }
  // Which lines move more than the largest of so many does by chance: the interval of a line is its
  // alone, and of a dozen that do not move one often seems to.
  function inWordsOfAll(lines) {
    var far = held.read.largest / REACH, shown = lines.filter(function (line) {
      var middle = (line.gap[1] + line.gap[2]) / 2, half = (line.gap[2] - line.gap[1]) / 2;
      return Math.abs(middle) > far * half;
    });
    var of = "the largest of " + lines.length + " differences";
    if (!shown.length) return "No difference is shown: chance alone makes " + of + " as large as this.";
    return "More than chance makes of " + of + ": " + shown.map(function (line) { return line.name; }).join(", ") + ".";
  }
  function table(to, lines) {
    var scroll = add(to, "div", "", { className: "scroll", tabIndex: 0 });
    var made = add(scroll, "table", "", { className: "list" }), heads = add(add(made, "thead"), "tr");
    [held.read.noun, "difference", "before", "after", held.band ? "verdict" : "", "games"].filter(Boolean)
      .forEach(function (text) { add(heads, "th", text, { scope: "col" }); });
    var body = add(made, "tbody");
    lines.forEach(function (line) {
      var row = add(body, "tr"), after = rate(column(line.pairs, 1));
      add(row, "th", line.name, { scope: "row" });
      [asGap(line.gap), asRate(rate(column(line.pairs, 0))), asRate(after)]
        .forEach(function (text) { add(row, "td", text); });
      if (held.band) chip(add(row, "td"), verdict(after, 1 / held.read.seats));
      add(row, "td", String(line.pairs.length));
    });
  }
  function play() {
    var changes = turned(), why = refusal(changes);
    if (why) { status.textContent = why; return; }
    var patch = changes.reduce(function (all, one) { return all.concat(one.value.patch); }, []);
    button.disabled = true;
    status.textContent = "Playing " + held.games.toLocaleString("en") + " games \u2026";
    asItIs().then(function (old) {
      return played(patch).then(function (rows) {
        looks += 1;
        result.textContent = "";
        tell(result, changes, old, outcomes(rows));
        status.textContent = "";
      });
    }).catch(function (error) {
      crew = before = null; // which may do at the next press
      status.textContent = "This browser cannot play the games of this run: " + error.message + ".";
    }).then(function () { button.disabled = false; });
  }
  var grid = add(place, "div", "", { className: "turns" });
  held.numbers.forEach(function (number, at) {
    var label = add(grid, "label", number.label + " ");
    var field = add(label, "select");
    number.values.forEach(function (value, k) {
      if (k === number.at) add(field, "option", number.now + " (now)", { value: "", selected: true });
      add(field, "option", value.text, { value: String(k) });
    });
    if (number.at === number.values.length) add(field, "option", number.now + " (now)", { value: "", selected: true });
    field.addEventListener("change", marked);
    fields[at] = field;
  });
  var bar = add(place, "div", "", { className: "tools" });
  var button = add(bar, "button", "Play " + held.games.toLocaleString("en") + " games", { type: "button" });
  var back = add(bar, "button", "All as it is", { type: "button" });
  var status = add(bar, "span");
  status.setAttribute("role", "status");
  var result = add(place, "div", "", { className: "turn-result" });
  result.setAttribute("aria-live", "polite");
  button.addEventListener("click", play);
  back.addEventListener("click", function () {
    fields.forEach(function (field) { field.value = ""; });
    marked();
  });
  // Which numbers are turned; an answer to other values is said to be of others.
  function marked() {
    fields.forEach(function (field) { field.parentNode.classList.toggle("turned", field.value !== ""); });
    status.textContent = result.textContent && "The answer below is to other values.";
  }
})();
