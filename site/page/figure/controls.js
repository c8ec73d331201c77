// A figure's controls: what the reader sets goes to `set(changes, cause)`, what the state holds is shown.
import { allowed, fromText } from "./values.js";
/** @import { Cause, Choice, ControlSpec, NumberSpec, SetChoice, Value } from "../types.d.ts" */

const TYPING = 250; // ms after a key in which the field is the reader's alone

export class Controls {
  /** @type {any} */ #typing;
  /** @type {Map<HTMLElement, Value>} */ #refused = new Map(); // a field whose text is too long -> what is shown

  /**
   * `get()` gives what the controls are set to.
   * @param {HTMLElement} element @param {Record<string, ControlSpec>} specs
   * @param {SetChoice} set @param {() => Choice} get
   */
  constructor(element, specs, set, get) {
    this.element = element;
    this.specs = specs;
    this.set = set;
    this.get = get;
    for (const input of this.#inputs()) {
      input.addEventListener("input", () => this.#input(input));
      input.addEventListener("change", () => this.#changed(input));
    }
    for (const button of element.querySelectorAll("button[data-sets], button[data-next]")) {
      button.addEventListener("click", () => this.set(this.#pressed(button.dataset)));
    }
  }

  /** Let the reader use them: until Python answers they show, but do nothing. */
  enable(/** @type {boolean} */ on) {
    for (const widget of this.element.querySelectorAll("input, select, textarea, button")) widget.disabled = !on;
  }

  /** Show a choice. Text that is being typed is left alone, and so is one that is to be shortened. */
  show(/** @type {Choice} */ choice) {
    for (const input of this.#inputs()) {
      if (this.#typing && input === document.activeElement) continue;
      const value = choice[input.dataset.control];
      if (this.#refused.get(input) === value) continue;
      this.#refused.delete(input);
      if (input.type === "checkbox") input.checked = value === true;
      else if (input.value !== String(value)) input.value = String(value);
      this.#label(input, value);
      this.#complain(input, "");
    }
    for (const part of this.element.querySelectorAll("[data-when]")) {
      part.hidden = Object.entries(JSON.parse(part.dataset.when)).some(([name, value]) => choice[name] !== value);
    }
    for (const button of this.element.querySelectorAll("button[data-sets]")) {
      const on = choice[button.dataset.sets] === JSON.parse(button.dataset.value);
      button.setAttribute("aria-pressed", on);
    }
  }

  /**
   * Say at the control of `name` what is wrong with it; false if it has no widget.
   * @param {string} name @param {string} message
   */
  complainAbout(name, message) {
    const input = this.#inputs().find(({ dataset }) => dataset.control === name);
    if (input) this.#complain(input, message);
    return Boolean(input);
  }

  /** Fields of other kinds have the same `value`. @returns {HTMLInputElement[]} */
  #inputs() {
    return /** @type {any} */ ([...this.element.querySelectorAll("[data-control]")]);
  }

  #pressed(/** @type {Record<string, string>} */ { sets, value, next }) {
    if (sets) return { [sets]: JSON.parse(value) };
    const { min, max } = /** @type {NumberSpec} */ (this.specs[next]);
    const now = Number(this.get()[next]);
    return { [next]: now < max ? now + 1 : min };
  }

  /** The field is not the reader's alone any more: the address, say, has set something else. */
  forgetTyping() {
    this.#rest();
    this.#refused.clear();
  }

  #rest() {
    clearTimeout(this.#typing);
    this.#typing = undefined;
  }

  #input(/** @type {HTMLInputElement} */ input) {
    if (input.type === "range") this.#read(input, "drag");
    if (this.specs[input.dataset.control].type !== "text") return;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#settle(input), TYPING);
    this.#read(input, "typing");
  }

  #changed(/** @type {HTMLInputElement} */ input) {
    this.#rest();
    this.#read(input, this.specs[input.dataset.control].type === "text" ? "typing" : "press");
  }

  // An answer may have corrected the text while it was being typed.
  #settle(/** @type {HTMLInputElement} */ input) {
    this.#rest();
    const value = this.get()[input.dataset.control];
    if (!input.hasAttribute("aria-invalid") && input.value !== value) input.value = String(value);
  }

  #read(/** @type {HTMLInputElement} */ input, /** @type {Cause} */ cause) {
    const name = input.dataset.control;
    const spec = this.specs[name];
    const value = input.type === "checkbox" ? input.checked : fromText(spec, input.value);
    if (value === undefined || allowed(spec, value) === undefined) return this.#refuse(input, spec);
    this.#refused.delete(input);
    this.#complain(input, "");
    this.#label(input, value);
    this.set({ [name]: value }, cause);
  }

  #refuse(/** @type {HTMLInputElement} */ input, /** @type {ControlSpec} */ spec) {
    if (spec.type === "text") this.#refused.set(input, this.get()[input.dataset.control]);
    this.#complain(input, wanted(spec, input.value));
  }

  #label(/** @type {HTMLInputElement} */ input, /** @type {Value} */ value) {
    const { unit = "" } = this.specs[input.dataset.control];
    const output = this.element.querySelector(`output[for="${input.id}"]`);
    if (output) output.textContent = `${value}${unit && ` ${unit}`}`;
    if (input.type === "range") input.setAttribute("aria-valuetext", `${value} ${unit}`.trim());
  }

  #complain(/** @type {HTMLInputElement} */ input, /** @type {string} */ message) {
    const line = input.closest(".control")?.querySelector(".control-error");
    if (line) [line.textContent, line.hidden] = [message, !message];
    input.toggleAttribute("aria-invalid", false);
    if (message) input.setAttribute("aria-invalid", "true");
  }
}

/** What a control would take, as a sentence. @param {ControlSpec} spec @param {string} text */
export function wanted(spec, text) {
  if (spec.type === "text") {
    const [long, most] = [text.length, spec.maxLength].map((count) => count.toLocaleString("en-US"));
    return `The text has ${long} characters; at most ${most} are read.`;
  }
  if (spec.type === "bool") return "It is true or false.";
  if (spec.type === "option") return `It is one of ${spec.options.join(", ")}.`;
  const { type, min, max, unit } = /** @type {NumberSpec} */ (spec);
  return `${type === "int" ? "A whole number" : "A number"} from ${min} to ${max}${unit ? ` ${unit}` : ""}.`;
}
