"use strict";
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
      while (heading.firstChild) button.appendChild(heading.firstChild);
      heading.appendChild(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () { sort(table, index, heading); });
    });
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
