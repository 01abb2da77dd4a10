// The studio's page: what the server says is drawn, what a hand does is asked.  Text of a pack is
// set as text alone; the top of a report is taken from its page, in which no script may run.
(function () {
  var KEY = "studio-key", MOST_LINES = 13, NARROW = window.matchMedia("(max-width: 760px)");
  var BUTTONS = { look: "A look by 1,000 games", confirm: "Confirm", run: "Play it as it is",
    shipped: "Beside the shipped game", advise: "Advise", tune: "Tune", why: "Why?", exploit: "Exploit",
    playtests: "Playtests", sheet: "Publisher's sheet", export: "Export" };
  var OF_CHANGE = { look: true, confirm: true };
  var key = "", state = null, cells = {}, shape = "", opened = {};
  // What is played in the page: the setting as it is, and the last change that was looked at.
  var base = null, baseOf = "", last = null, turn = 0, seen = "", playing = false, again = false;

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
    drawByHand();
    drawJobs(found.jobs);
    drawVersions();
    look();
  }
  function drawTables() {
    var rows = [].concat.apply([], state.tables.map(function (one) { return one.rows; }));
    var now = JSON.stringify(rows.map(function (row) { return [row.path, row.name, row.what, row.choices]; }));
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
      cell.place.classList.toggle("turned", row.path in turned);
      cell.was.textContent = row.path in turned ? "was " + text(row.value) : "";
      cell.yours.textContent = row.own ? "yours" : "";
      if (cell.allowed) cell.allowed.textContent = bounds(row);
      cell.field.title = [bounds(row), row.about].filter(Boolean).join("; ");
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
      var scroll = scrolled(fold, one.title);
      var table = add(scroll, "table"), head = add(add(table, "thead"), "tr"), body = add(table, "tbody");
      function heads(words) { words.forEach(function (word) { add(head, "th", word, { scope: "col" }); }); }
      if (one.rows[0].card) matrix(one.rows, heads, body); else {
        heads(["number", "value", "allowed"]);
        one.rows.forEach(function (row) {
          var made = add(body, "tr"), name = add(made, "th", row.what, { scope: "row" });
          var cell = cells[row.path] = fielded(add(made, "td"), row, 0);
          name.appendChild(cell.yours);
          cell.allowed = add(made, "td", "", { className: "allowed" });
        });
      }
    });
    filter();
  }
  function scrolled(to, name) {
    var made = add(to, "div", "", { className: "scroll", tabIndex: 0 });
    made.setAttribute("role", "region");
    made.setAttribute("aria-label", name);
    return made;
  }
  // As a sheet: a row a card, a column a number; what one card alone has stands behind, named.
  function matrix(rows, heads, body) {
    var bearers = {}, lines = {}, shared;
    rows.forEach(function (row) { (bearers[row.what] = bearers[row.what] || []).push(row.card); });
    shared = Object.keys(bearers).filter(function (what) {
      return bearers[what].some(function (card) { return card !== bearers[what][0]; });
    });
    var alone = shared.length < Object.keys(bearers).length;
    heads(["card"].concat(shared, alone ? ["its own"] : []));
    rows.forEach(function (row) {
      var line = lines[row.card], at = shared.indexOf(row.what);
      if (!line) {
        line = lines[row.card] = add(body, "tr");
        add(line, "th", row.card, { scope: "row" });
        shared.forEach(function () { add(line, "td"); });
        if (alone) add(line, "td", "", { className: "alone" });
      }
      var place = line.cells[at + 1];
      if (at < 0 || place.firstChild) {
        at = shared.length + line.lastChild.children.length;
        place = add(line.lastChild, "label", row.what + " ");
      }
      cells[row.path] = fielded(place, row, at);
    });
  }
  function bounds(row) { return row.allowed + (row.unit ? " " + row.unit : ""); }
  // A number in its place; at: its column, in which the arrows go and a spreadsheet is pasted.
  function fielded(place, row, at) {
    var field = add(place, row.choices ? "select" : "input");
    place.classList.add("cell");
    if (row.choices) row.choices.forEach(function (each) { add(field, "option", text(each), { value: text(each) }); });
    else Object.assign(field, { type: "text", inputMode: "numeric", autocomplete: "off" });
    field.setAttribute("aria-label", row.name);
    field.disabled = NARROW.matches;
    var was = add(place, "span", "", { className: "was" }), yours = add(place, "span", "", { className: "yours" });
    var cell = { row: row, at: at, place: place, field: field, was: was, yours: yours, value: row.value };
    field.addEventListener("change", function () { change(cell); });
    field.addEventListener("keydown", function (event) { keyed(event, cell); });
    field.addEventListener("focus", function () { tellAbout(cell); });
    field.addEventListener("paste", function (event) { pasted(event, cell); });
    place.addEventListener("mouseenter", function () { tellAbout(cell); });
    return cell;
  }
  function tellAbout(cell) { id("about").textContent = cell.row.name + ": " + cell.field.title; }
  function filter() {
    var word = id("filter").value.trim().toLowerCase();
    document.querySelectorAll("#tables details").forEach(function (fold, at) {
      var any = false, one = state.tables[at];
      fold.querySelectorAll("tbody tr").forEach(function (line) { line.hidden = Boolean(word); });
      one.rows.forEach(function (row) {
        if (word && (row.name + " " + row.path).toLowerCase().indexOf(word) < 0) return;
        cells[row.path].field.closest("tr").hidden = false;
        any = true;
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
    Object.keys(state.of).forEach(function (kind) {
      var of = id("of-" + kind), names = JSON.stringify(state.of[kind]);
      if (of.dataset.names !== names) {
        of.dataset.names = names;
        of.textContent = "";
        Object.keys(state.of[kind]).forEach(function (name) { add(of, "option", state.of[kind][name], { value: name }); });
      }
      of.parentNode.hidden = !of.options.length;
    });
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
      copied(add(list, "dd"), state.commands[kind], BUTTONS[kind]);
    });
  }
  // What no command does is said as it is done by hand.
  function drawByHand() {
    var list = id("commands");
    if (!state.draft.length) return;
    add(list, "dt", "Undo: leave --set away, as nothing is written yet");
    if (!state.keeps) return;
    add(list, "dt", "Keep, in the files of the pack");
    copied(add(list, "dd"), state.draft.map(function (one) {
      var parts = one.path.split("."), file = parts.shift();
      return state.typed.replace(/\/?$/, "/") + file + ".toml: " + parts.concat(file === "rules" ? ["value"] : []).join(".")
        + " = " + JSON.stringify(one.after);
    }).join("\n"), "Keep");
  }
  function copied(to, command, what) {
    add(to, "code", command);
    copier(to, command, what);
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
    drawAnswer(jobs);
    jobs.slice().reverse().forEach(function (job) {
      var item = add(place, "li"), said = job.said;
      add(item, "b", BUTTONS[job.kind] + ": " + (job.ended ? said.status : "at work, " + job.seconds + " s"));
      if (!job.ended) {
        add(item, "p", job.line || "It begins \u2026");
        button(item, "Stop", function () { ask("/stop", { number: job.number }).catch(failed); });
      }
      var list = add(item, "ul");
      (said.findings || []).slice(0, job.page ? 1 : 99).forEach(function (found) { add(list, "li", found); });
      (said.alerts || []).forEach(function (found) { add(list, "li", "Note: " + found); });
      (said.problems || []).forEach(function (found) { add(list, "li", found, { className: "problem" }); });
      if (!list.children.length) list.remove();
      if (job.page && job !== newest(jobs)) links(item, job);
      copied(add(item, "div", "", { className: "typed" }), job.command, BUTTONS[job.kind] + " " + job.number);
    });
  }
  function links(item, job) {
    var bar = add(item, "p", BUTTONS[job.kind] + (job.ended ? "" : ", so far") + ":", { className: "tools" });
    add(bar, "a", "The whole report", { href: job.page, target: "_blank", rel: "noopener" });
    add(bar, "a", "Save it as one page", { href: job.page, download: "report.html" });
    Object.keys(job.more).forEach(function (kind) {
      button(bar, BUTTONS[kind], function () { send("/play", { kind: kind, number: job.number }); }).title = job.more[kind];
    });
  }
  function button(to, word, done) {
    var made = add(to, "button", word, { type: "button" });
    made.addEventListener("click", done);
    return made;
  }
  function newest(jobs) { return jobs.filter(function (one) { return one.page && one.kind !== "sheet"; }).pop(); }
  // The first screen of the newest report, as its page has it; drawn anew when that is written anew.
  function drawAnswer(jobs) {
    var place = id("report"), job = newest(jobs), now = job ? job.page + job.written + job.ended : "";
    if (place.dataset.now === now) return;
    place.dataset.now = now;
    if (!job) { place.textContent = ""; return; }
    // Colours and places that a page writes beside its elements are no text of it here.
    fetch(job.page, { cache: "no-store" }).then(function (answer) { return answer.text(); }).then(function (text) {
      if (place.dataset.now !== now) return;
      var page = new DOMParser().parseFromString(text.slice(text.indexOf("<body>")).replace(/ style="/g, ' data-style="'), "text/html");
      var parts = page.querySelectorAll(".headline .chip, .answer, .alerts, #findings"), open = {};
      place.querySelectorAll("details[open] > summary").forEach(function (one) { open[one.textContent] = true; });
      place.replaceChildren.apply(place, parts);
      settled(place, job.page, open);
      links(place, job);
    }).catch(failed);
  }
  function settled(place, address, open) {
    place.querySelectorAll("[data-style]").forEach(function (one) { one.style.cssText = one.dataset.style; });
    place.querySelectorAll("summary").forEach(function (one) { one.parentNode.open = one.textContent in open; });
    place.querySelectorAll("[popovertarget], script, noscript").forEach(function (one) { one.remove(); });
    place.querySelectorAll("a").forEach(function (one) {
      one.href = new URL(one.getAttribute("href"), new URL(address, location.origin));
      Object.assign(one, { target: "_blank", rel: "noopener" });
    });
  }
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
    var of = state.of[kind] ? id("of-" + kind).value : "";
    send("/play", { kind: kind, target: aims ? id("target").value.trim() : "", of: of });
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
  // Up and down in its column, to the side in its row, once the cursor stands at that end.
  function keyed(event, cell) {
    var down = { ArrowDown: 1, ArrowUp: -1 }[event.key], aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    var field = cell.field, end = aside < 0 ? field.selectionStart === 0 : field.selectionEnd === field.value.length;
    if (!cell.row.choices && (down || (aside && end))) {
      var list = down ? column(cell) : shown(), next = list[list.indexOf(cell) + (down || aside)];
      event.preventDefault();
      if (next) { next.field.focus(); if (next.field.select) next.field.select(); }
    } else if (event.key === "Escape") {
      cell.field.value = text(cell.value);
      cell.field.removeAttribute("aria-invalid");
    }
  }
  function column(cell) {
    var table = cell.field.closest("table");
    return shown().filter(function (one) { return one.at === cell.at && one.field.closest("table") === table; });
  }
  // What is pasted from a spreadsheet goes down and to the right from the cell; where there is no
  // number, or nothing was copied, nothing changes.
  function pasted(event, cell) {
    var values = event.clipboardData.getData("text").replace(/\r?\n$/, "").split(/\r?\n/).map(function (line) {
      return line.split("\t");
    }), at = cell.at, pairs = [];
    if (values.length < 2 && values[0].length < 2) return;
    event.preventDefault();
    var lines = Array.from(cell.field.closest("tbody").rows).filter(function (one) { return !one.hidden; });
    var first = lines.indexOf(cell.field.closest("tr"));
    shown().forEach(function (one) {
      var line = values[lines.indexOf(one.field.closest("tr")) - first], value = line && line[one.at - at];
      if (value) pairs.push([one, read(one, value.trim())]);
    });
    turnTo(pairs);
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
    var began = performance.now(), asked = JSON.stringify([of, mine.draft]);
    if (asked === seen) { playing = false; return; }
    id("quick-status").textContent = "Playing \u2026";
    ready(of).then(function () {
      return mine.draft.length ? changed(mine) : null;
    }).then(function (now) {
      tell(mine, now);
      id("quick-status").textContent = "";
      seen = asked;
      id("quick").dataset.ms = String(Math.round(performance.now() - began));
    }).catch(function (error) {
      if (base) base.games.forget();
      base = last = null;
      baseOf = seen = "";
      id("quick").textContent = "";
      id("last").textContent = "";
      id("quick-status").textContent = "Not played: " + error.message + ". The buttons below play it.";
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
      base = { held: found, games: found.outcomes ? played(found.outcomes) : GAMES.of(joined(found, found.memory)) };
      baseOf = of;
      return base.games.asItIs();
    }).then(function (rows) {
      base.rows = rows;
      last = { draft: [], rows: rows };
    });
  }
  // Games that were played already, in a child.
  function played(outcomes) {
    return { asItIs: function () { return Promise.resolve(outcomes); }, forget: function () {} };
  }
  function joined(found, memory) {
    return Object.assign({ module: found.module, read: found.read, games: found.games }, memory);
  }
  function changed(mine) {
    return ask("/lay", { whole: false }).then(function (found) {
      if (found.problem) throw new Error(found.problem);
      if (found.revision !== mine.revision) again = true;
      if (found.outcomes) return found.outcomes;
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
    add(place, "p", held.said, { className: "aside" });
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
    scroll = scrolled(place, "Shares of the wins");
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
