"use strict";
// Turn a number: plays the run's own first games with other numbers, by `games.js`, and
// tells what became of them.  Nothing starts before a button is pressed.
(function () {
  var REACH = GAMES.REACH, rate = GAMES.rate, difference = GAMES.difference, tenth = GAMES.tenth;
  var asRate = GAMES.asRate, asGap = GAMES.asGap, MOST_LINES = 13;
  var place = document.getElementById("turn-play");
  if (!place) return;
  var held = JSON.parse(document.getElementById("turn-held").textContent);
  var wasmAble = window.WebAssembly && window.Worker && window.DecompressionStream;
  if (!wasmAble || !window.crypto || !crypto.subtle) {
    place.textContent = "This browser, or the way this page was opened, cannot play games.";
    return;
  }
  // `copy` is the page's own (script.js).
  var fields = [], looks = 0, games = GAMES.of(held);

  // fair: the share from which the band is counted, 0 of a rate.
  function verdict(ends, fair) {
    var low = held.band[0] + fair, high = held.band[1] + fair;
    if (ends[1] >= low && ends[2] <= high) return held.said.on;
    return held.said[ends[1] > high ? "above" : ends[2] < low ? "below" : "more"];
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
    games.asItIs().then(function (old) {
      return games.played(patch).then(function (rows) {
        looks += 1;
        result.textContent = "";
        tell(result, changes, old, games.outcomes(rows));
        status.textContent = "";
      });
    }).catch(function (error) {
      games.forget(); // which may do at the next press
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
