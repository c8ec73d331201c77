// A start as it is watched from outside: what has arrived, what failed, and how long nothing has happened.
import { afterAwake } from "./awake.js";
import { hearWorkers } from "./hear_workers.js";
import { NotAllowed, PythonError } from "./errors.js";
import { hearPolicy } from "./refusals.js";

export const STALLED = 60_000; // ms awake without a byte while files are still on their way
export const SLOW = 180_000; // ms awake that a slow device may take to start Python once they are there
const DYING = 5_000; // ms awake in which a worker that did not catch an error shows that it goes on
const TOLD = 100; // ms

/**
 * What `begin()` resolves to, or a PythonError as soon as it fails or nothing has happened for too long.
 * @template T @param {number} total bytes @param {(bytes: number) => void} onBytes @param {() => Promise<T>} begin
 * @returns {Promise<T>}
 */
export async function watched(total, onBytes, begin) {
  /** @type {(error: PythonError) => void} */ let fail = () => {};
  /** @type {Promise<never>} */
  const failing = new Promise((_, reject) => (fail = reject));
  let silence = "nothing has arrived for a while";
  const patience = afterAwake(STALLED, () => fail(new PythonError(silence)));
  /** @type {NotAllowed | null} */ let refusal = null;
  const deaf = hearPolicy(document, (sentence) => {
    refusal = new NotAllowed(sentence);
    fail(refusal);
  });
  let isOver = false;
  hearWorkers(({ bytes, failed, refused, broke, uncaught }) => {
    if (isOver) return; // what the worker fetches later is no part of its start
    patience.again(uncaught ? DYING : bytes >= total ? SLOW : STALLED);
    if (uncaught) silence = uncaught;
    else if (failed) fail(new PythonError("a file is missing", failed));
    else if (refused) fail(new NotAllowed(refused));
    else if (broke) fail(new PythonError(broke));
    else onBytes(bytes);
  });
  try {
    return await Promise.race([begin(), failing]);
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, TOLD)); // what a policy refused fails before it is told why
    throw refusal ?? error;
  } finally {
    isOver = true;
    patience.stop();
    deaf();
  }
}
