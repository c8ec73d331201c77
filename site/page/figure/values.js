// Values from outside (controls, links) against what section.toml declares. Python checks them again.
/** @import { ControlSpec, Value } from "../types.d.ts" */

/**
 * The value if `spec` allows it, else undefined.
 * @param {ControlSpec} spec @param {unknown} value @returns {Value | undefined}
 */
export function allowed(spec, value) {
  if (spec.type === "bool") return typeof value === "boolean" ? value : undefined;
  if (spec.type === "option") return spec.options.find((option) => option === value);
  if (spec.type === "text") return typeof value === "string" && value.length <= spec.maxLength ? value : undefined;
  if (typeof value !== "number" || !(value >= spec.min && value <= spec.max)) return undefined;
  return spec.type === "float" || Number.isInteger(value) ? value : undefined;
}

/**
 * The value that `text` writes, or undefined if `spec` does not allow it.
 * @param {ControlSpec} spec @param {string} text
 */
export function fromText(spec, text) {
  if (spec.type === "text" || spec.type === "option") return allowed(spec, text);
  if (spec.type === "bool") return text === "true" ? true : text === "false" ? false : undefined;
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? allowed(spec, Number(text)) : undefined;
}

/**
 * Whether two choices, or requests, say the same, their parts in the same order.
 * @param {unknown} one @param {unknown} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
