// Roles and fonts as the page's styles resolve them: light, dark, print and forced colors alike.
/** @import { Theme } from "../types.d.ts" */

const ROLES = [
  "paper", "panel", "text", "muted", "line", "query", "key", "value", "name", "name-fill", "weight", "window",
  "better", "worse",
];
const FONTS = ["sans", "serif", "mono"];

/**
 * Read colors and fonts once for each theme; `element` is any element inside the figure, best the picture.
 * @param {HTMLElement} element @returns {Theme}
 */
export function readTheme(element) {
  const probe = element.ownerDocument.createElement("span");
  probe.hidden = true;
  probe.style.setProperty("forced-color-adjust", "none");
  element.append(probe);
  const resolve = (/** @type {string} */ property, /** @type {string} */ value) => {
    probe.style.setProperty(property, value);
    return getComputedStyle(probe).getPropertyValue(property);
  };
  const colors = Object.fromEntries(ROLES.map((role) => [role, resolve("color", `var(--${role})`)]));
  const fonts = Object.fromEntries(FONTS.map((font) => [font, resolve("font-family", `var(--${font})`)]));
  probe.remove();
  return { colors, fonts, sheet };
}

// A small canvas of its own for image marks.
/** @param {number} width @param {number} height */
function sheet(width, height) {
  return new OffscreenCanvas(width, height);
}
