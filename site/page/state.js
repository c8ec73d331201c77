// The parameters of every figure. A shared parameter has one value for all figures that declare it.
import { allowed } from "./figure/values.js";

export class State {
  #shared = new Map();
  #own = new Map();

  /** `specs`: {figure id: {controls: {name: spec}}}, as the build wrote them into the page. */
  constructor(specs) {
    this.specs = specs;
  }

  /** Every parameter of one figure. */
  of(figure) {
    const { controls } = this.specs[figure];
    return Object.fromEntries(Object.entries(controls).map(([name, spec]) => [name, this.#value(figure, name, spec)]));
  }

  /**
   * Take the changes that are allowed; returns the ids of the figures that now show something else.
   * `follow`: what a parameter sets besides itself (`also`) is set too, unless `changes` names it.
   */
  set(figure, changes, { follow = true } = {}) {
    const touched = new Set();
    for (const [name, value] of Object.entries(changes)) {
      const spec = this.#spec(figure, name);
      if (!spec || allowed(spec, value) === undefined || this.#value(figure, name, spec) === value) continue;
      if (spec.shared) this.#shared.set(name, value);
      else this.#own.set(`${figure}.${name}`, value);
      const owners = spec.shared ? this.#sharing(name) : [figure];
      for (const id of owners) touched.add(id);
      for (const id of follow ? owners : []) {
        const others = Object.entries(this.#spec(id, name).also ?? {}).filter(([other]) => !Object.hasOwn(changes, other));
        for (const other of this.set(id, Object.fromEntries(others), { follow: false })) touched.add(other);
      }
    }
    return touched;
  }

  /** The same values in a state of their own, which later changes leave alone. */
  copy() {
    const other = new State(this.specs);
    other.#shared = new Map(this.#shared);
    other.#own = new Map(this.#own);
    return other;
  }

  /** Set every parameter as it is in `other`; returns the ids of the figures that now show something else. */
  restore(other) {
    const touched = new Set();
    for (const figure of Object.keys(this.specs)) {
      for (const id of this.set(figure, other.of(figure), { follow: false })) touched.add(id);
    }
    return touched;
  }

  /** What differs from the defaults, as [name in an address, value]; shared ones by their bare name. */
  changed() {
    const entries = [];
    for (const [figure, { controls }] of Object.entries(this.specs)) {
      for (const [name, spec] of Object.entries(controls)) {
        const value = this.#value(figure, name, spec);
        const address = spec.shared ? name : `${figure}.${name}`;
        if (value !== spec.default && !entries.some(([known]) => known === address)) entries.push([address, value]);
      }
    }
    return entries;
  }

  /** The figure and parameter that a name in an address means: [figure, name, spec], or undefined. */
  find(address) {
    const [figure, name] = address.includes(".") ? address.split(".") : [this.#sharing(address)[0], address];
    const spec = this.#spec(figure, name);
    return spec && Boolean(spec.shared) === !address.includes(".") ? [figure, name, spec] : undefined;
  }

  // Names come from addresses: only declared ones count, not what every object has.
  #spec(figure, name) {
    const controls = Object.hasOwn(this.specs, figure) ? this.specs[figure].controls : {};
    return Object.hasOwn(controls, name) ? controls[name] : undefined;
  }

  #sharing(name) {
    return Object.keys(this.specs).filter((id) => this.#spec(id, name)?.shared);
  }

  #value(figure, name, spec) {
    const known = spec.shared ? this.#shared.get(name) : this.#own.get(`${figure}.${name}`);
    return known ?? spec.default;
  }
}
