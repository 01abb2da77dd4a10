"use strict";
// Games that a page plays itself, in workers (`player.js`), and what is counted of them: for a
// report (`turn.js`) and for the studio.
var GAMES = (function () {
  var REACH = 1.959963984540054; // standard errors of an interval of 95% to either side
  var IMAGINED = 2, MOST_WORKERS = 8;

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
    function ask(what, given) {
      return new Promise(function (done, failed) {
        asked[++next] = [done, failed];
        made.postMessage([next, what, given]);
      });
    }
    ask.end = function () { made.terminate(); };
    return ask;
  }
  // The games of a setting; held: the module, the memory in which they stand, and how rows are read.
  function of(held) {
    var crew = null, before = null;
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
    // As if nothing was played: what failed may do the next time.
    function forget() {
      if (crew) crew.then(function (workers) { workers.forEach(function (ask) { ask.end(); }); }, function () {});
      crew = before = null;
    }
    return { asItIs: asItIs, played: played, outcomes: outcomes, forget: forget };
  }
  return {
    REACH: REACH, rate: rate, difference: difference, tenth: tenth, asRate: asRate, asGap: asGap, of: of
  };
})();
