// Runs before the scripts of a page under test. It knows what the page has begun and not yet ended, so that a check can
// wait for the end of it. What a page puts off for a second or more waits until a test lets that time pass: whether a
// message is still there then depends on no clock.
(() => {
  const LONG = 1000;
  const open = new Set();
  const held = new Map();
  const players = new Set();
  let begun = 0;
  const timer = setTimeout.bind(window);
  const frame = requestAnimationFrame.bind(window);
  const begin = (what) => {
    const one = `${what} (${++begun})`;
    open.add(one);
    return one;
  };
  // What plays draws frame after frame and is never at rest.
  const playing = () => [...players].some((one) => !one.paused && !one.ended);

  for (const [start, cancel] of [["setTimeout", "clearTimeout"], ["requestAnimationFrame", "cancelAnimationFrame"]]) {
    const [own, ownCancel] = [window[start].bind(window), window[cancel].bind(window)];
    const known = new Map();
    window[start] = (work, ...given) => {
      if (start === "requestAnimationFrame" && playing()) return own(work);
      const one = begin(start);
      const id = own((...passed) => {
        known.delete(id);
        open.delete(one);
        work(...passed);
      }, ...given);
      known.set(id, one);
      return id;
    };
    window[cancel] = (id) => {
      open.delete(known.get(id));
      known.delete(id);
      ownCancel(id);
    };
  }

  const { setTimeout: soon, clearTimeout: never } = window;
  window.setTimeout = (work, delay = 0, ...given) => {
    if (delay < LONG) return soon(work, delay, ...given);
    const id = -++begun;
    held.set(id, { delay, work: () => work(...given) });
    return id;
  };
  window.clearTimeout = (id) => void (held.delete(id) || never(id));

  for (const [owner, method] of [
    ["Response", "json"],
    ["Blob", "text"],
    ["Blob", "arrayBuffer"],
    ["Clipboard", "writeText"],
    ["BaseAudioContext", "decodeAudioData"],
    ["HTMLMediaElement", "play"],
  ]) {
    const shared = window[owner]?.prototype;
    const own = shared?.[method];
    if (!own) continue; // a page without an origin has no clipboard
    shared[method] = function (...given) {
      const one = begin(`${owner}.${method}`);
      if (owner === "HTMLMediaElement") players.add(this);
      const answer = own.apply(this, given);
      const end = () => open.delete(one);
      answer.then(end, end);
      return answer;
    };
  }

  window.Worker = class extends Worker {
    #one = begin("Worker");
    terminate() {
      open.delete(this.#one);
      super.terminate();
    }
  };

  window.underTest = {
    // What has not ended, nor begun within two frames, in which the browser tells of sizes and draws.
    async busy() {
      const before = begun;
      const drawn = new Promise((done) => frame(() => frame(() => timer(done, 0))));
      const late = new Promise((done) => timer(done, 10_000, "two frames"));
      const waiting = await Promise.race([drawn, late]);
      return [...open, ...(waiting ? [waiting] : []), ...(before === begun ? [] : ["something new"])];
    },
    later(milliseconds) {
      const due = [...held].filter(([, { delay }]) => delay <= milliseconds);
      for (const [id, { work }] of due) {
        held.delete(id);
        work();
      }
      return due.length;
    },
  };
})();
