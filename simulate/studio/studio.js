// The studio's page: what the server says is drawn, what a hand does is asked.  Text of a pack is
// set as text alone.
(function () {
  var KEY = "studio-key", MOST_LINES = 13, NARROW = window.matchMedia("(max-width: 760px)");
  var BUTTONS = { look: "A look by 1,000 games", confirm: "Confirm", run: "Play it as it is",
    shipped: "Beside the shipped game", advise: "Advise", tune: "Tune", why: "Why?" };
  var OF_CHANGE = { look: true, confirm: true };
  var key = "", state = null, cells = {}, shape = "", opened = {};
  // What is played in the page: the setting as it is, and the last change that was looked at.
  var base = null, baseOf = "", last = null, turn = 0, playing = false, again = false;

  function id(name) { return document.getElementById(name); }
  function add(to, kind, text, set) {
    var made = document.createElement(kind);
    if (text) made.textContent = text;
    return to.appendChild(Object.assign(made, set || {}));
  }
  function text(value) { return value === true ? "yes" : value === false ? "no" : String(value); }
  function say(what) { id("notice").textContent = what; }
  function ask(path, body) {
    var given = { headers: { "x-studio-key": key }, cache: "no-store" };
    if (body) {
      given.method = "POST";
      given.headers["content-type"] = "application/json";
      given.body = JSON.stringify(body);
    }
    return fetch(path, given).then(function (answer) {
      return answer.json().then(function (found) {
        if (!answer.ok) throw new Error((found.problems || ["it was refused"]).join("; "));
        return found;
      });
    });
  }
  function enter() {
    var token = location.hash.slice(1);
    key = localStorage.getItem(KEY) || "";
    history.replaceState(null, "", "/");
    var known = key || !token ? ask("/state") : Promise.reject(new Error());
    return known.catch(function (error) {
      if (!token) throw error;
      return ask("/enter", { token: token }).then(function (found) {
        key = found.key;
        localStorage.setItem(KEY, key);
        return ask("/state");
      });
    });
  }

  // What the server says, drawn.
  function draw(found) {
    state = found;
    document.title = "Studio: " + found.title;
    id("title").textContent = found.title;
    id("typed").textContent = "of " + found.typed;
    say(found.notice);
    id("desk").hidden = false;
    drawTables();
    drawSettings();
    drawDraft();
    drawButtons();
    drawJobs(found.jobs);
    drawVersions();
    look();
  }
  function drawTables() {
    var rows = [].concat.apply([], state.tables.map(function (one) { return one.rows; }));
    var now = JSON.stringify(rows.map(function (row) { return [row.path, row.name, row.choices]; }));
    if (now !== shape) build(now);
    var turned = {};
    state.draft.forEach(function (one) { turned[one.path] = one.after; });
    rows.forEach(function (row) {
      var cell = cells[row.path], value = row.path in turned ? turned[row.path] : row.value;
      cell.row = row;
      if (cell.field !== document.activeElement || cell.field.value === text(cell.value)) {
        cell.field.value = text(value);
        cell.field.removeAttribute("aria-invalid");
      }
      cell.value = value;
      cell.line.classList.toggle("turned", row.path in turned);
      cell.was.textContent = row.path in turned ? "was " + text(row.value) : "";
      cell.yours.textContent = row.own ? "yours" : "";
      cell.allowed.textContent = row.allowed + (row.unit ? " " + row.unit : "");
      cell.field.title = row.about;
    });
  }
  function build(now) {
    shape = now;
    cells = {};
    id("tables").textContent = "";
    state.tables.forEach(function (one, at) {
      var fold = add(id("tables"), "details", "", { open: one.kind in opened ? opened[one.kind] : !at });
      fold.addEventListener("toggle", function () { if (!id("filter").value) opened[one.kind] = fold.open; });
      add(fold, "summary", one.title + " (" + one.rows.length + ")");
      var table = add(fold, "table"), head = add(add(table, "thead"), "tr"), body = add(table, "tbody");
      ["number", "value", "allowed"].forEach(function (word) { add(head, "th", word, { scope: "col" }); });
      var card = "";
      one.rows.forEach(function (row) {
        if (row.card !== card) {
          card = row.card;
          add(add(body, "tr", "", { className: "card" }), "th", card, { colSpan: 3, scope: "rowgroup" });
        }
        cells[row.path] = line(body, row);
      });
    });
    filter();
  }
  function line(body, row) {
    var made = add(body, "tr"), name = add(made, "td", row.what), place = add(made, "td", "", { className: "cell" });
    var yours = add(name, "span", "", { className: "yours" });
    var field = add(place, row.choices ? "select" : "input");
    if (row.choices) row.choices.forEach(function (each) { add(field, "option", text(each), { value: text(each) }); });
    else Object.assign(field, { type: "text", inputMode: "numeric", autocomplete: "off" });
    field.setAttribute("aria-label", row.name);
    field.disabled = NARROW.matches;
    var was = add(place, "span", "", { className: "was" }), allowed = add(made, "td", "", { className: "allowed" });
    var cell = { row: row, line: made, field: field, was: was, yours: yours, allowed: allowed, value: row.value };
    field.addEventListener("change", function () { change(cell); });
    field.addEventListener("keydown", function (event) { keyed(event, cell); });
    field.addEventListener("focus", function () { tellAbout(cell); });
    field.addEventListener("paste", function (event) { pasted(event, cell); });
    made.addEventListener("mouseenter", function () { tellAbout(cell); });
    return cell;
  }
  function tellAbout(cell) { id("about").textContent = cell.row.name + ": " + cell.row.about; }
  function filter() {
    var word = id("filter").value.trim().toLowerCase();
    document.querySelectorAll("#tables details").forEach(function (fold, at) {
      var any = false, one = state.tables[at];
      one.rows.forEach(function (row) {
        var fits = !word || (row.name + " " + row.path).toLowerCase().indexOf(word) >= 0;
        cells[row.path].line.hidden = !fits;
        any = any || fits;
      });
      fold.querySelectorAll("tr.card").forEach(function (head) {
        var next = head.nextElementSibling;
        while (next && next.hidden && !next.classList.contains("card")) next = next.nextElementSibling;
        head.hidden = !next || next.classList.contains("card");
      });
      fold.hidden = !any;
      fold.open = word ? any : one.kind in opened ? opened[one.kind] : !at;
    });
  }
  function drawSettings() {
    var place = id("settings"), held = document.activeElement && document.activeElement.name;
    place.textContent = "";
    state.settings.forEach(function (one) {
      var field = add(add(place, "label", one.name + " "), "select", "", { name: one.name });
      one.levels.forEach(function (level, at) { add(field, "option", text(level), { value: String(at) }); });
      field.value = String(one.levels.indexOf(one.now));
      field.addEventListener("change", function () {
        act({ what: "setting", name: one.name, level: one.levels[Number(field.value)] });
      });
      if (held === one.name) field.focus();
    });
  }
  function told(one) { return one.name + " " + text(one.before) + " \u2192 " + text(one.after); }
  function drawDraft() {
    var place = id("draft");
    place.textContent = "";
    place.className = state.draft.length ? "" : "empty";
    state.draft.forEach(function (one) { add(place, "li", told(one)); });
    if (!state.draft.length) add(place, "li", "Nothing is changed: type another value for a number.");
    id("undo").disabled = !state.undo;
    id("redo").disabled = !state.redo;
    id("keep").disabled = !state.keeps || !state.draft.length;
    id("why-not").textContent = state.why_not;
  }
  function drawButtons() {
    var of = id("of"), names = JSON.stringify(state.options);
    if (of.dataset.names !== names) {
      of.dataset.names = names;
      of.textContent = "";
      Object.keys(state.options).forEach(function (name) { add(of, "option", state.options[name], { value: name }); });
    }
    id("of-label").hidden = !of.options.length;
    var place = id("buttons"), list = id("commands"), held = document.activeElement && document.activeElement.dataset.kind;
    place.textContent = list.textContent = "";
    Object.keys(state.commands).forEach(function (kind) {
      var made = kind === "confirm" ? id("confirm") : add(place, "button", BUTTONS[kind], { type: "button" });
      made.dataset.kind = kind;
      made.title = state.commands[kind];
      made.disabled = Boolean(OF_CHANGE[kind]) && !state.draft.length;
      made.onclick = function () { play(kind); };
      if (held === kind) made.focus();
      add(list, "dt", BUTTONS[kind]);
      var row = add(list, "dd");
      add(row, "code", state.commands[kind]);
      copier(row, state.commands[kind], BUTTONS[kind]);
    });
  }
  function copier(to, command, what) {
    var made = add(to, "button", "Copy", { type: "button" });
    made.setAttribute("aria-label", "Copy the command of: " + what);
    made.addEventListener("click", function () {
      navigator.clipboard.writeText(command).then(function () { made.textContent = "Copied"; },
        function () { made.textContent = "Not copied"; });
    });
  }
  function drawJobs(jobs) {
    var now = JSON.stringify(jobs), place = id("jobs");
    if (place.dataset.now === now) return;
    place.dataset.now = now;
    place.textContent = "";
    jobs.slice().reverse().forEach(function (job) {
      var item = add(place, "li"), said = job.said;
      add(item, "b", (BUTTONS[job.kind] || "Publisher's sheet") + ": " + (job.ended ? said.status : "at work, " + job.seconds + " s"));
      if (!job.ended) {
        add(item, "p", job.line || "It begins \u2026");
        button(item, "Stop", function () { ask("/stop", { number: job.number }).catch(failed); });
      }
      var list = add(item, "ul");
      (said.findings || []).forEach(function (found) { add(list, "li", found); });
      (said.alerts || []).forEach(function (found) { add(list, "li", "Note: " + found); });
      (said.problems || []).forEach(function (found) { add(list, "li", found, { className: "problem" }); });
      if (!list.children.length) list.remove();
      if (job.page) links(item, job);
      add(item, "code", job.command);
    });
  }
  function links(item, job) {
    var bar = add(item, "p", "", { className: "tools" });
    add(bar, "a", "The whole report", { href: job.page, target: "_blank", rel: "noopener" });
    add(bar, "a", "Save it as one page", { href: job.page, download: "report.html" });
    if (job.kind === "run") {
      button(bar, "Publisher's sheet", function () { send("/play", { kind: "sheet", number: job.number }); });
    }
  }
  function button(to, word, done) { add(to, "button", word, { type: "button" }).addEventListener("click", done); }
  function drawVersions() {
    var place = id("list"), list = state.versions;
    place.textContent = "";
    list.slice().reverse().forEach(function (one) {
      var item = add(place, "li");
      add(item, "b", one.when);
      one.changes.forEach(function (each) { add(item, "div", told(each)); });
      add(item, "div", one.said || "kept without a comparison", { className: "aside" });
    });
    place.className = list.length ? "" : "empty";
    if (!list.length) add(place, "li", "None so far: Keep makes one.");
    id("take-back").hidden = !state.keeps;
    id("take-back").disabled = !list.length;
  }

  // What a hand does.
  function failed(error) { say(error.message); }
  function send(path, body) { return ask(path, body).then(draw, failed); }
  function act(body) { return send("/turn", Object.assign({ revision: state.revision }, body)); }
  function play(kind) {
    var aims = kind === "advise" || kind === "tune";
    send("/play", { kind: kind, target: aims ? id("target").value.trim() : "", of: id("of").value });
  }
  function read(cell, typed) {
    var choices = cell.row.choices;
    if (choices) return choices[choices.map(text).indexOf(typed)];
    return /^[+-]?\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed;
  }
  function change(cell) { turnTo([[cell, read(cell, cell.field.value)]]); }
  function turnTo(pairs) {
    var changes = {};
    pairs.forEach(function (pair) { changes[pair[0].row.path] = pair[1]; });
    return ask("/turn", { revision: state.revision, what: "turn", changes: changes }).then(draw, function (error) {
      pairs.forEach(function (pair) { pair[0].field.setAttribute("aria-invalid", "true"); });
      failed(error);
      ask("/state").then(function (found) { if (found.revision !== state.revision) draw(found); }, failed);
    });
  }
  function shown() {
    return Object.keys(cells).map(function (path) { return cells[path]; }).filter(function (cell) {
      return cell.field.getClientRects().length;
    });
  }
  function keyed(event, cell) {
    var way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && !cell.row.choices) {
      var list = shown(), next = list[list.indexOf(cell) + way];
      event.preventDefault();
      if (next) { next.field.focus(); if (next.field.select) next.field.select(); }
    } else if (event.key === "Escape") {
      cell.field.value = text(cell.value);
      cell.field.removeAttribute("aria-invalid");
    }
  }
  // A column from a spreadsheet goes down from the cell, one number a row.
  function pasted(event, cell) {
    var values = event.clipboardData.getData("text").trim().split(/\r?\n/), list = shown();
    if (values.length < 2) return;
    event.preventDefault();
    var under = list.slice(list.indexOf(cell), list.indexOf(cell) + values.length);
    turnTo(under.map(function (each, at) { return [each, read(each, values[at].split("\t")[0])]; }));
  }
  document.addEventListener("keydown", function (event) {
    var letter = event.key.toLowerCase(), at = document.activeElement, cell = null;
    if (!state || !(event.ctrlKey || event.metaKey) || (letter !== "z" && letter !== "y")) return;
    Object.keys(cells).forEach(function (path) { if (cells[path].field === at) cell = cells[path]; });
    if (at.tagName === "INPUT" && (!cell || at.value !== text(cell.value))) return; // its own undo
    event.preventDefault();
    act({ what: letter === "y" || event.shiftKey ? "redo" : "undo" });
  });

  // The quick look: played in this page.
  function look() {
    if (playing) { again = true; return; }
    playing = true;
    again = false;
    var mine = state, of = JSON.stringify([mine.files, mine.settings.map(function (one) { return one.now; })]);
    var began = performance.now();
    id("quick-status").textContent = "Playing in this page \u2026";
    ready(of).then(function () {
      return mine.draft.length ? changed(mine) : null;
    }).then(function (now) {
      tell(mine, now);
      id("quick-status").textContent = "";
      id("quick").dataset.ms = String(Math.round(performance.now() - began));
    }).catch(function (error) {
      if (base) base.games.forget();
      base = last = null;
      baseOf = "";
      id("quick").textContent = "";
      id("last").textContent = "";
      id("quick-status").textContent = "Not played in the page: " + error.message + ". The buttons below play it.";
    }).then(function () {
      playing = false;
      if (again) look();
    });
  }
  function ready(of) {
    if (base && baseOf === of) return Promise.resolve();
    if (base) base.games.forget();
    base = last = null;
    return ask("/lay", { whole: true }).then(function (found) {
      if (found.problem) throw new Error(found.problem);
      base = { held: found, games: GAMES.of(joined(found, found.memory)) };
      baseOf = of;
      return base.games.asItIs();
    }).then(function (rows) {
      base.rows = rows;
      last = { draft: [], rows: rows };
    });
  }
  function joined(found, memory) {
    return Object.assign({ module: found.module, read: found.read, games: found.games }, memory);
  }
  function changed(mine) {
    return ask("/lay", { whole: false }).then(function (found) {
      if (found.problem) throw new Error(found.problem);
      if (found.revision !== mine.revision) again = true;
      if (found.patch) return base.games.played(found.patch).then(base.games.outcomes);
      var other = GAMES.of(joined(base.held, found.memory));
      return other.asItIs().then(function (rows) { other.forget(); return rows; });
    });
  }
  function ofGames(rows) { return rows.map(function (game) { return game.ended; }); }
  function gap(before, after) {
    return GAMES.difference(before.map(function (each, at) { return [each, after[at]]; }));
  }
  function inWords(ends) {
    if (ends[1] <= 0 && ends[2] >= 0) return "no difference shown (" + GAMES.asGap(ends) + ")";
    var less = ends[0] < 0, sides = less ? [-ends[2], -ends[1]] : [ends[1], ends[2]];
    return GAMES.tenth(Math.abs(ends[0])) + " points " + (less ? "less" : "more")
      + " (" + GAMES.tenth(sides[0]) + "-" + GAMES.tenth(sides[1]) + ")";
  }
  function tell(mine, now) {
    var place = id("quick"), held = base.held;
    place.textContent = "";
    if (held.read.won) tellRate(place, now); else tellShares(place, now);
    add(place, "p", "A quick look: " + held.games.toLocaleString("en") + " games played in this page, " + held.setting
      + ", the player `" + held.player + "` in every seat. Better players may find otherwise: Confirm asks the default one.",
      { className: "aside" });
    tellLast(mine, now || base.rows);
  }
  function tellRate(place, now) {
    var old = ofGames(base.rows);
    if (now) {
      add(place, "p", "Your change: " + inWords(gap(old, ofGames(now))) + ".", { className: "big" });
      add(place, "p", "Games won with it: " + GAMES.asRate(GAMES.rate(ofGames(now))) + ".");
    }
    add(place, "p", "Games won as it is: " + GAMES.asRate(GAMES.rate(old)) + ".", { className: now ? "" : "big" });
  }
  // Of each thing that seats have its share of the wins; a line of many moves by chance alone.
  function lines(before, after) {
    return base.held.read.names.map(function (name, thing) {
      var pairs = before.map(function (game, at) { return [game.things[thing], after[at].things[thing]]; })
        .filter(function (pair) { return pair[0] !== undefined && pair[1] !== undefined; });
      function side(at) { return GAMES.rate(pairs.map(function (pair) { return pair[at]; })); }
      return pairs.length ? { name: name, gap: GAMES.difference(pairs), before: side(0), after: side(1) } : null;
    }).filter(Boolean).sort(function (a, b) { return Math.abs(b.gap[0]) - Math.abs(a.gap[0]) || b.before[0] - a.before[0]; });
  }
  function clear(list) {
    var far = base.held.read.largest / GAMES.REACH;
    return list.filter(function (one) {
      return Math.abs((one.gap[1] + one.gap[2]) / 2) > far * (one.gap[2] - one.gap[1]) / 2;
    });
  }
  function ofShares(list) {
    var far = clear(list);
    if (!far.length) return "no difference shown: chance alone makes the largest of " + list.length + " as large";
    return far.map(function (one) { return one.name + " " + inWords(one.gap); }).join("; ");
  }
  function tellShares(place, now) {
    var list = lines(base.rows, now || base.rows), scroll;
    if (now) add(place, "p", "Your change, of the wins: " + ofShares(list) + ".", { className: "big" });
    else add(place, "p", "What share of the wins each " + base.held.read.noun + " has.", { className: "big" });
    scroll = add(place, "div", "", { className: "scroll", tabIndex: 0 });
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", "Shares of the wins");
    var table = add(scroll, "table"), head = add(add(table, "thead"), "tr"), body = add(table, "tbody");
    [base.held.read.noun, now ? "difference" : "", now ? "before" : "share", now ? "after" : ""].filter(Boolean)
      .forEach(function (word) { add(head, "th", word, { scope: "col" }); });
    list.slice(0, now ? MOST_LINES : list.length).forEach(function (one) {
      var row = add(body, "tr");
      add(row, "th", one.name, { scope: "row" });
      if (now) add(row, "td", GAMES.asGap(one.gap));
      add(row, "td", GAMES.asRate(one.before));
      if (now) add(row, "td", GAMES.asRate(one.after));
    });
  }
  // What the last step did: this change beside the one that was looked at before.
  function tellLast(mine, rows) {
    var steps = between(last.draft, mine.draft);
    if (steps.length) {
      turn += 1;
      var what = base.held.read.won ? inWords(gap(ofGames(last.rows), ofGames(rows))) : ofShares(lines(last.rows, rows));
      id("last").textContent = "Last change: " + steps.join(", ") + ": " + what + ". Look " + turn
        + " since this page was opened: of many, some look large by chance.";
    } else if (!mine.draft.length) id("last").textContent = "";
    last = { draft: mine.draft, rows: rows };
  }
  function between(before, after) {
    var was = {}, is = {}, found = [];
    before.forEach(function (one) { was[one.path] = one; });
    after.forEach(function (one) { is[one.path] = one; });
    after.forEach(function (one) {
      var from = was[one.path] ? was[one.path].after : one.before;
      if (from !== one.after) found.push(one.name + " " + text(from) + " \u2192 " + text(one.after));
    });
    before.forEach(function (one) {
      if (!is[one.path]) found.push(one.name + " " + text(one.after) + " \u2192 " + text(one.before));
    });
    return found;
  }

  // What happens meanwhile: a stream, asked for again where it breaks.
  function listen() {
    fetch("/events", { headers: { "x-studio-key": key }, cache: "no-store" }).then(function (answer) {
      if (!answer.ok) throw new Error("refused");
      var reader = answer.body.getReader(), letters = new TextDecoder(), kept = "";
      function next() {
        return reader.read().then(function (part) {
          if (part.done) throw new Error("ended");
          kept += letters.decode(part.value, { stream: true });
          var whole = kept.split("\n\n");
          kept = whole.pop();
          whole.forEach(function (each) { heard(JSON.parse(each.slice(6))); });
          return next();
        });
      }
      return next();
    }).catch(function () {
      say("The studio does not answer: its command has ended, or this machine was asleep. What it played is kept.");
      setTimeout(function () { ask("/state").then(function (found) { draw(found); listen(); }, function () { setTimeout(listen, 3000); }); }, 1000);
    });
  }
  function heard(found) {
    if (found.revision !== state.revision) ask("/state").then(draw, failed);
    else drawJobs(found.jobs);
  }

  id("filter").addEventListener("input", filter);
  id("undo").addEventListener("click", function () { act({ what: "undo" }); });
  id("redo").addEventListener("click", function () { act({ what: "redo" }); });
  id("keep").addEventListener("click", function () { act({ what: "keep" }); });
  id("take-back").addEventListener("click", function () { act({ what: "take back" }); });
  NARROW.addEventListener("change", function () {
    Object.keys(cells).forEach(function (path) { cells[path].field.disabled = NARROW.matches; });
  });
  enter().then(function (found) { draw(found); listen(); }, function (error) {
    id("title").textContent = "This studio is not open here";
    say(error.message);
  });
})();
