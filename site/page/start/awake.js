// Waiting by the clock cannot tell a silence from a computer that slept: only time in which this page ran is counted.

const TICK = 250; // ms
const LONGEST = 1000; // ms that one tick may count for: browsers slow the timers of hidden pages down to this

/**
 * Call `act` once `ms` awake have passed, unless it is called off before; `again` begins the wait anew.
 * @param {number} ms @param {() => void} act
 */
export function afterAwake(ms, act) {
  let left = ms;
  let last = performance.now();
  /** @type {any} */ let timer;
  const tick = () => {
    const now = performance.now();
    left -= Math.min(now - last, LONGEST);
    last = now;
    if (left <= 0) act();
    else timer = setTimeout(tick, Math.min(TICK, left));
  };
  timer = setTimeout(tick, Math.min(TICK, left));
  return {
    stop: () => clearTimeout(timer),
    again(/** @type {number} */ anew) {
      left = anew;
      last = performance.now();
    },
  };
}
