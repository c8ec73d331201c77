// What the figures' controls are set to, and who hears of it. A shared control has one value for all figures with it.
import { allowed } from "./figure/values.js";
/** @import { Change, Choice, ControlSpec, FigureSpec, Value } from "./types.d.ts" */

export class State {
  /** @type {Map<string, Value>} */ #values = new Map(); // name in an address -> value, where it was ever set
  /** @type {Map<string, (change: Change) => void>} */ #watching = new Map(); // figure -> what hears of its changes
  /** @type {((change: Change) => void)[]} */ #listening = []; // what hears of all

  /**
   * @param {Record<string, Pick<FigureSpec, "controls">>} specs figure id -> what the build wrote into the page of it
   */
  constructor(specs) {
    this.specs = specs;
  }

  /** What one figure's controls are set to. */
  of(/** @type {string} */ figure) {
    return this.#each(figure, (name, spec) => this.#value(figure, name, spec));
  }

  /** What they are set to when the page comes. */
  defaults(/** @type {string} */ figure) {
    return this.#each(figure, (_, spec) => spec.default);
  }

  /**
   * Take the changes that are allowed; returns the ids of the figures that now show something else.
   * `follow`: what a control sets besides itself (`also`) is set too, unless `changes` names it.
   * @param {string} figure @param {Choice} changes @returns {Set<string>}
   */
  set(figure, changes, { follow = true } = {}) {
    /** @type {Set<string>} */ const touched = new Set();
    for (const [name, value] of Object.entries(changes)) {
      const spec = this.#spec(figure, name);
      if (!spec || allowed(spec, value) === undefined || this.#value(figure, name, spec) === value) continue;
      this.#values.set(addressOf(figure, name, spec), value);
      for (const id of spec.shared ? this.#sharing(name) : [figure]) {
        touched.add(id);
        if (!follow) continue;
        const also = Object.entries(this.#spec(id, name)?.also ?? {});
        const others = Object.fromEntries(also.filter(([other]) => !Object.hasOwn(changes, other)));
        for (const other of this.set(id, others, { follow: false })) touched.add(other);
      }
    }
    return touched;
  }

  /**
   * `act` hears from now on when this figure shows something else.
   * @param {string} figure @param {(change: Change) => void} act
   */
  watch(figure, act) {
    this.#watching.set(figure, act);
  }

  /** `act` hears from now on whatever is told. @param {(change: Change) => void} act */
  listen(act) {
    this.#listening.push(act);
  }

  /** Tell of a change; the figure that it came from hears first, and so is answered first. @param {Change} change */
  tell(change) {
    const { from, touched } = change;
    const first = [...touched].filter((id) => id === from);
    for (const id of new Set([...first, ...touched])) this.#watching.get(id)?.(change);
    for (const act of this.#listening) act(change);
  }

  /** The same values in a state of their own, which later changes leave alone. */
  copy() {
    const other = new State(this.specs);
    other.#values = new Map(this.#values);
    return other;
  }

  /** Set every control as it is in `other`; returns the ids of the figures that now show something else. */
  restore(/** @type {State} */ other) {
    const figures = Object.keys(this.specs);
    return new Set(figures.flatMap((figure) => [...this.set(figure, other.of(figure), { follow: false })]));
  }

  /** What differs from the defaults, as [name in an address, value]; shared ones by their bare name. */
  changed() {
    /** @type {Map<string, Value>} */ const pairs = new Map();
    for (const [figure, { controls }] of Object.entries(this.specs)) {
      for (const [name, spec] of Object.entries(controls)) {
        const value = this.#value(figure, name, spec);
        if (value !== spec.default) pairs.set(addressOf(figure, name, spec), value);
      }
    }
    return [...pairs];
  }

  /**
   * The figure and control that a name in an address means: [figure, name, spec], or undefined.
   * @param {string} address @returns {[string, string, ControlSpec] | undefined}
   */
  find(address) {
    const [figure, name] = address.includes(".") ? address.split(".") : [this.#sharing(address)[0], address];
    const spec = this.#spec(figure, name);
    return spec && Boolean(spec.shared) === !address.includes(".") ? [figure, name, spec] : undefined;
  }

  /** @param {string} figure @param {(name: string, spec: ControlSpec) => Value} value @returns {Choice} */
  #each(figure, value) {
    const controls = Object.entries(this.specs[figure].controls);
    return Object.fromEntries(controls.map(([name, spec]) => [name, value(name, spec)]));
  }

  // Names come from addresses: only declared ones count, not what every object has.
  /** @param {string} figure @param {string} name @returns {ControlSpec | undefined} */
  #spec(figure, name) {
    const controls = Object.hasOwn(this.specs, figure) ? this.specs[figure].controls : {};
    return Object.hasOwn(controls, name) ? controls[name] : undefined;
  }

  #sharing(/** @type {string} */ name) {
    return Object.keys(this.specs).filter((id) => this.#spec(id, name)?.shared);
  }

  /** @param {string} figure @param {string} name @param {ControlSpec} spec */
  #value(figure, name, spec) {
    return this.#values.get(addressOf(figure, name, spec)) ?? spec.default;
  }
}

/** @param {string} figure @param {string} name @param {ControlSpec} spec */
function addressOf(figure, name, spec) {
  return spec.shared ? name : `${figure}.${name}`;
}
