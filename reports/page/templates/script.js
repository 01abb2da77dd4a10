"use strict";
function copy(text, done) {
  function byHand() {
    var area = document.createElement("textarea");
    area.value = text;
    document.body.appendChild(area);
    area.select();
    var copied = document.execCommand("copy");
    area.remove();
    done(copied);
  }
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(function () { done(true); }, byHand);
  else byHand();
}
(function () {
  // A page of a run that is still played is loaded anew, with the same things unfolded.
  var place = "unfolded " + location.pathname, folds = document.querySelectorAll("details");
  function each(does) { Array.prototype.forEach.call(folds, does); }
  try {
    var kept = JSON.parse(sessionStorage.getItem(place) || "[]");
    each(function (fold) { if (kept.indexOf(fold.textContent.slice(0, 40)) >= 0) fold.open = true; });
    sessionStorage.removeItem(place);
  } catch (refused) { }
  if (!document.getElementById("interim")) return;
  setTimeout(function () {
    var open = [];
    each(function (fold) { if (fold.open) open.push(fold.textContent.slice(0, 40)); });
    try { sessionStorage.setItem(place, JSON.stringify(open)); } catch (refused) { }
    location.reload();
  }, 10000);
})();
(function () {
  // Sorting: a button in every heading of a long table; without script the order stands.
  function key(cell, numeric) {
    var text = cell.textContent.trim();
    if (text === "–") return "";
    var number = parseFloat(text.replace(/^[<x]|[+,]/g, ""));
    return numeric && !isNaN(number) ? number : text;
  }
  function compare(a, b) {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b));
  }
  function sort(table, index, heading) {
    var up = heading.getAttribute("aria-sort") !== "ascending";
    var numeric = heading.classList.contains("num");
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (x, y) {
      var a = key(x.cells[index], numeric), b = key(y.cells[index], numeric);
      var order = compare(a, b);
      return up || a === "" || b === "" ? order : -order;
    });
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) {
      cell.setAttribute("aria-sort", "none");
    });
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    rows.forEach(function (row) { body.appendChild(row); });
  }
  document.querySelectorAll("table[data-sort]").forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, index) {
      var button = document.createElement("button");
      button.type = "button";
      list(heading.childNodes).forEach(function (node) {
        if (!node.classList || !node.classList.contains("ask")) button.appendChild(node);
      });
      heading.insertBefore(button, heading.firstChild);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () { sort(table, index, heading); });
    });
  });
  // Long tables can be filtered and copied; on paper and without script they are as they are.
  var LONG = 12;
  function button(text, run) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", run);
    return made;
  }
  function captionOf(table) { return table.caption.textContent.trim(); }
  function list(nodes) { return Array.prototype.slice.call(nodes); }
  // What a spreadsheet would take for a formula is text; only a whole number may begin with a sign.
  var NUMBER = /^[+-]?[\d.,]+%?$/, FORMULA = /^[\s\u0000-\u001f]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
  function quoted(text) {
    if (FORMULA.test(text) && !NUMBER.test(text)) text = "'" + text;
    return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }
  // The ends of an interval: of 31.2% (30.8-31.6) they are percents, too.
  function lowHigh(text, unit) {
    var found = /^\(([+-]?[\d.,]+)(?:-| to )([+-]?[\d.,]+)\)$/.exec(text);
    return found ? [found[1] + unit, found[2] + unit] : [text, ""];
  }
  function csv(table) {
    var rows = list(table.tBodies[0].rows).filter(function (row) { return !row.hidden; });
    var ends = list(table.tHead.rows[0].cells).map(function (_, at) {
      return rows.some(function (row) { return row.cells[at].querySelector("i"); });
    });
    function line(cells, parts) {
      return cells.map(parts).reduce(function (a, b) { return a.concat(b); }, []).map(quoted).join(",");
    }
    var head = line(list(table.tHead.rows[0].cells), function (cell, at) {
      var name = cell.textContent.trim();
      return ends[at] ? [name, name + ", low", name + ", high"] : [name];
    });
    return [head].concat(rows.map(function (row) {
      return line(list(row.cells), function (cell, at) {
        var end = cell.querySelector("i"), main = cell.querySelector("b");
        var text = (end && main ? main : cell).textContent.trim().replace(/^–$/, "");
        return ends[at] ? [text].concat(lowHigh(end ? end.textContent : "", /%$/.test(text) ? "%" : "")) : [text];
      });
    })).join("\r\n") + "\r\n";
  }
  document.querySelectorAll("table").forEach(function (table) {
    if (table.tBodies[0].rows.length <= LONG || table.classList.contains("matrix")) return;
    var bar = document.createElement("div"), field = document.createElement("input");
    var said = document.createElement("span");
    bar.className = "tools";
    said.setAttribute("role", "status");
    field.type = "search";
    field.placeholder = "Filter";
    field.setAttribute("aria-label", "Filter: " + captionOf(table));
    field.addEventListener("input", function () {
      var wanted = field.value.trim().toLowerCase(), left = 0;
      list(table.tBodies[0].rows).forEach(function (row) {
        row.hidden = row.textContent.toLowerCase().indexOf(wanted) < 0;
        if (!row.hidden) left++;
      });
      said.textContent = wanted ? left + " of " + table.tBodies[0].rows.length + " rows" : "";
    });
    var copier = button("Copy as CSV", function () {
      copy(csv(table), function (done) { said.textContent = done ? "Copied" : "Could not be copied"; });
    });
    bar.append(field, copier, said);
    table.parentNode.before(bar);
  });
  // The contents stand open beside the text where there is room for them.
  var contents = document.getElementById("contents");
  if (contents) {
    var wide = window.matchMedia("(min-width: 1080px)");
    var place = function () { contents.open = wide.matches; };
    place();
    wide.addEventListener("change", place);
  }
  // A link to what is folded unfolds it.
  function unfold() {
    var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (var e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();
})();
