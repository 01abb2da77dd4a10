"use strict";
// Plays games in a worker, in a memory of its own: Python laid down all that stands in it, and
// found the bytes of each number that a page may turn.  Nothing else is ever written there.
(function () {
  var PAGE = 65536, SPARE = 64; // pages of memory, for arrays that a game makes itself
  var ROOM = 4088; // where among the arguments the first free address stands
  var held, parts, memory, play;

  function open(given) {
    held = given.image;
    parts = new Uint8Array(given.parts);
    var pages = Math.ceil((held.base + held.size) / PAGE) + SPARE;
    memory = new WebAssembly.Memory({ initial: pages });
    var env = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, held.base),
      __indirect_function_table: new WebAssembly.Table({ initial: 16, element: "anyfunc" })
    };
    return WebAssembly.instantiate(given.module, { env: env }).then(function (made) {
      play = made.exports.play;
      return true;
    });
  }
  // Memory as it was before the first game, with some bytes of the game's tables changed.
  function lay(patch) {
    var all = new Uint8Array(memory.buffer), from = 0;
    all.fill(0, held.base);
    held.parts.forEach(function (part) {
      all.set(parts.subarray(from, from + part[1]), held.base + part[0]);
      from += part[1];
    });
    patch.forEach(function (each) { all[held.tables[each[0]] + each[1]] = each[2]; });
  }
  // Games `first` to `first + count - 1`; `first` is a game of the first seating.
  function games(asked) {
    lay(asked.patch);
    var view = new DataView(memory.buffer), free = BigInt(held.base + held.size);
    held.calls.slice(0, asked.count).forEach(function (call, seating) {
      var deal = Math.floor((asked.first + seating) / held.rotations);
      view.setBigInt64(call + held.slots.first, BigInt(deal), true);
      view.setBigInt64(call + held.slots.count, BigInt(asked.count - seating), true);
      view.setBigInt64(call + ROOM, free, true);
      if (play(call) !== 0) throw new Error("the game ended in an error");
    });
    return { games: rows(held.games, asked.count), seats: rows(held.seats, asked.count) };
  }
  function rows(of, count) {
    return memory.buffer.slice(of.address, of.address + count * of.each);
  }
  var CAN = { open: open, games: games };
  self.onmessage = function (event) {
    var id = event.data[0], what = event.data[1];
    Promise.resolve(event.data[2]).then(CAN[what]).then(
      function (found) { self.postMessage([id, found]); },
      function (error) { self.postMessage([id, null, String(error)]); }
    );
  };
})();
