"use strict";
(function () {
  // Sorting: a button in every heading of a long table; without script the order stands.
  function key(cell) {
    var raw = cell.getAttribute("data-v");
    var number = parseFloat(raw);
    return raw !== "" && !isNaN(number) && isFinite(raw) ? number : raw;
  }
  function compare(a, b) {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b));
  }
  function sort(table, index, heading) {
    var up = heading.getAttribute("aria-sort") !== "ascending";
    var body = table.tBodies[0];
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (x, y) {
      var a = key(x.cells[index]), b = key(y.cells[index]);
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
  var wide = window.matchMedia("(min-width: 1080px)");
  var contents = document.getElementById("contents");
  function place() { contents.open = wide.matches; }
  place();
  wide.addEventListener("change", place);
  // A link into a folded table opens it; paper has no folds.
  function all(open) {
    return function () {
      document.querySelectorAll("details.fold").forEach(function (fold) {
        if (open) { fold.dataset.was = fold.open ? "1" : ""; fold.open = true; }
        else { fold.open = fold.dataset.was === "1"; }
      });
    };
  }
  window.addEventListener("beforeprint", all(true));
  window.addEventListener("afterprint", all(false));
})();
