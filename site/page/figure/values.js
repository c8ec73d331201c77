// Values from outside (controls, links) against what section.toml declares. Python checks them again.

/**
 * The value if `spec` allows it, else undefined.
 * @param {Partial<ControlSpec>} spec
 * @param {Value | undefined} value
 */
export function allowed(spec, value) {
  if (spec.type === "bool") return typeof value === "boolean" ? value : undefined;
  if (spec.type === "option") return spec.options.includes(value) ? value : undefined;
  if (spec.type === "text") return typeof value === "string" && value.length <= spec.maxLength ? value : undefined;
  if (typeof value !== "number" || !(value >= spec.min && value <= spec.max)) return undefined;
  return spec.type === "float" || Number.isInteger(value) ? value : undefined;
}

/**
 * The value that `text` writes, or undefined if `spec` does not allow it.
 * @param {Partial<ControlSpec>} spec
 * @param {string} text
 */
export function fromText(spec, text) {
  if (spec.type === "text" || spec.type === "option") return allowed(spec, text);
  if (spec.type === "bool") return { true: true, false: false }[text];
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text) ? allowed(spec, Number(text)) : undefined;
}
